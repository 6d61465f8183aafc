// For any page, the links of feeds are http or https, and an absolute address does not change when it is resolved
// again.
import Markup

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let line = bytes.firstIndex(of: 0x0A) ?? 0
    let base = String(decoding: bytes[..<line], as: UTF8.self)
    let links = PageDiscovery.discover(html: Array(bytes[line...]), base: base)
    for feed in links.feeds + links.candidates {
        let scheme = URLReference.scheme(feed.href)
        precondition(scheme == nil || scheme == "http" || scheme == "https", "a feed that is not on the web")
    }
    let resolved = URLReference.resolve(base, base: "https://example.org/a/b")
    precondition(URLReference.resolve(resolved, base: "https://example.com/") == resolved, "an absolute address moved")
    return 0
}
