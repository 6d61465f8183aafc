/// A response as bytes, except for the parts that depend on when it is sent.
struct PreparedAnswer: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        case stream(OutputPipe)
    }

    /// The status line and the header fields, except for `Date`, `Connection`, the framing of a stream and the final
    /// empty line.
    var head: [UInt8]
    var body: Body

    /// - Parameter isForHead: whether the request's method is HEAD. The body is then left out, but its length is sent.
    init(_ response: HTTPResponse, stream: OutputPipe?, isForHead: Bool) {
        let status = response.status
        head = []
        head.reserveCapacity(512)
        head += "HTTP/1.1 ".utf8
        head += String(status.code).utf8
        head.append(0x20)
        head += status.phrase.utf8
        head += "\r\n".utf8
        for field in response.headers.fields where !Self.isFraming(field.name) {
            head += field.name.utf8
            head += ": ".utf8
            head += field.value.utf8
            head += "\r\n".utf8
        }
        body = .bytes([])
        switch response.body {
        case .bytes(let bytes):
            if !status.isBodyless {
                head += "Content-Length: ".utf8
                head += String(bytes.count).utf8
                head += "\r\n".utf8
                if !isForHead { body = .bytes(bytes) }
            }
        case .stream:
            if let stream { body = .stream(stream) }
        }
    }

    /// Whether only the server may write this field.
    private static func isFraming(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: HTTPHeaders.isSame(name, "Date")
        case 10: HTTPHeaders.isSame(name, "Connection") || HTTPHeaders.isSame(name, "Keep-Alive")
        case 14: HTTPHeaders.isSame(name, "Content-Length")
        case 17: HTTPHeaders.isSame(name, "Transfer-Encoding")
        default: false
        }
    }
}
