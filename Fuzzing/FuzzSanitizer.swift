// For any bytes, sanitising the result again changes nothing, and it contains no forbidden markup.
import Markup

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let html = Array(UnsafeBufferPointer(start: start, count: count))
    let base = count % 2 == 0 ? "https://example.org/a/b?c#d" : nil
    check(html, base, keepsMathematics: false)
    check(html, base, keepsMathematics: true)
    return 0
}

private func check(_ html: [UInt8], _ base: String?, keepsMathematics: Bool) {
    let once = HTMLSanitizer.sanitize(html, base: base, keepsMathematics: keepsMathematics)
    precondition(
        HTMLSanitizer.sanitize(once, base: base, keepsMathematics: keepsMathematics) == once,
        "a second pass changed something")
    var index = 0
    while let tag = once[index...].firstIndex(of: 0x3C) {
        let name = once[(tag + 1)...].prefix { $0 != 0x3E && $0 != 0x20 }
        let text = String(decoding: name, as: UTF8.self)
        precondition(!forbidden.contains(text) || keepsMathematics && text == "math", "a forbidden element")
        precondition(name.first.map { $0 == 0x2F || $0 &- 0x61 < 26 } ?? false, "no element")
        index = tag + 1
    }
}

private let forbidden: Set<String> = [
    "script", "style", "iframe", "frame", "embed", "object", "base", "meta", "link", "form", "input", "button",
    "select",
    "textarea", "template", "noscript", "plaintext", "xmp", "title", "svg", "math", "body", "html", "head", "image",
]
