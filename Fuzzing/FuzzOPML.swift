// For any bytes, the parsed subscriptions are the same after writing and parsing them again.
import OPML

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let document = OPMLReader.read(Array(UnsafeBufferPointer(start: start, count: count)))
    let written = OPMLWriter.write(document)
    let again = OPMLReader.read(Array(written.utf8))
    precondition(OPMLWriter.write(again) == written, "the second copy differs")
    precondition(again.feeds.count == document.feeds.count, "feeds were lost")
    _ = document.neutralJSON()
    return 0
}
