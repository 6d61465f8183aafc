// For any bytes of a request, each division into pieces gives the same head, body or error, and no path leads out of
// its folder.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = FuzzedRequest(bytes, pieceBytes: max(1, count))
    precondition(whole == FuzzedRequest(bytes, pieceBytes: 1), "single bytes give another result")
    precondition(whole == FuzzedRequest(bytes, pieceBytes: 7), "pieces give another result")
    return 0
}

/// The result of parsing the bytes of one request.
private struct FuzzedRequest: Equatable {
    var head: RawRequestHead?
    var framing: RequestFraming?
    var body: [UInt8] = []
    var isWhole = false
    var error: HTTPError?

    init(_ bytes: [UInt8], pieceBytes: Int) {
        do throws(HTTPError) {
            try read(bytes, pieceBytes)
        } catch {
            self.error = error
            // The part of the body before an error depends on the division.
            body = []
        }
    }

    private mutating func read(_ bytes: [UInt8], _ pieceBytes: Int) throws(HTTPError) {
        var parser = RequestHeadParser(limits: RequestHeadParser.Limits(HTTPServerConfiguration(listeners: [])))
        var end = 0
        var length: Int?
        while length == nil {
            if end == bytes.count { return }
            end = min(bytes.count, end + pieceBytes)
            if let (head, count) = try parser.read(Array(bytes[..<end]), from: 0) {
                self.head = head
                length = count
            }
        }
        guard let head, var start = length else { return }
        let target = try RequestTarget(head.target, method: head.method)
        for segment in target.path.flatMap({ $0.split(separator: "/") }) {
            precondition(segment != "." && segment != ".." && !segment.utf8.contains { $0 < 0x20 })
        }
        framing = try RequestFraming(head, target: target)
        _ = ForwardedClient(head.headers, from: .unix, isSecure: false, proxies: [])
        _ = ContentCoding.preferred(head.headers.values("Accept-Encoding"))
        guard framing?.body == .chunked else { return }
        var decoder = ChunkedDecoder()
        while start < bytes.count, !decoder.isAtEnd {
            let piece = Array(bytes[start..<min(bytes.count, start + pieceBytes)])
            start += try decoder.decode(piece, from: 0, into: &body)
        }
        isWhole = decoder.isAtEnd
    }
}
