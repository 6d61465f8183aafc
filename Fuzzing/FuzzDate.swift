// For any text, a parsed date is in the range that can be written, and is the same after writing and parsing it again.
import FeedParsing

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let moment = DateParser.parse(bytes) else { return 0 }
    // Years 1 to 9999, with a day more on either side for the time zone.
    precondition(moment.seconds >= -62_135_683_200 && moment.seconds <= 253_402_387_200, "out of the calendar")
    let written = moment.rfc3339
    if moment.seconds >= -62_135_596_800, moment.seconds < 253_402_300_800 {
        precondition(DateParser.parse(written) == moment, "written, it is another moment")
    }
    let padded = [0x20, 0x0A] + bytes + [0x20]
    precondition(DateParser.parse(padded) == moment, "space around it matters")
    return 0
}
