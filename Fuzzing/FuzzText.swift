// For any bytes, the text has no outer white space, no control characters, and a bounded length.
import Markup

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let html = Array(UnsafeBufferPointer(start: start, count: count))
    let text = HTMLText.plainText(html)
    precondition(text.count <= count + count / 5 + 1, "the text is longer than its HTML allows")
    precondition(text.first.map { $0 > 0x20 } ?? true, "white space before")
    precondition(text.last.map { $0 > 0x20 } ?? true, "white space after")
    precondition(!text.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A || $0 == 0x7F }, "a control character")
    return 0
}
