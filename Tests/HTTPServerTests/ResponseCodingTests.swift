import Testing

@testable import FeedFetching
@testable import HTTPServer

@Suite struct ResponseCodingTests {
    private static let text = Array(String(repeating: "all answers of this service are alike; ", count: 100).utf8)

    private static func head(_ headers: HTTPHeaders, method: HTTPMethod = .get) -> HTTPRequestHead {
        HTTPRequestHead(
            method: method, target: "/", path: [], query: [], headers: headers, host: nil, isHTTP10: false,
            contentLength: 0, peer: .unix, isSecure: false, number: 1)
    }

    private static func finish(
        _ headers: HTTPHeaders, type: String = "application/json", body: [UInt8] = text,
        _ change: (inout HTTPResponse) -> Void = { _ in }
    ) async -> HTTPResponse {
        var response = HTTPResponse(headers: ["Content-Type": type], body: .bytes(body))
        change(&response)
        return await ResponseCoding.finish(response, for: head(headers))
    }

    @Test(
        "The coding is what the client likes best, then the cheapest",
        arguments: [
            ("gzip, deflate, br, zstd", "zstd"), ("gzip, deflate, br", "br"), ("gzip", "gzip"), ("GZIP;q=0.5", "gzip"),
            ("gzip;q=1.0, br;q=0.9", "gzip"), ("gzip;q=0, br;q=0", nil), ("deflate", nil), ("", nil), ("*", "zstd"),
            ("*;q=0.1, zstd;q=0", "br"), ("identity, gzip;q=0.5", nil), ("gzip;q=x", nil),
            ("br ; q=0.4 , gzip ; q=0.8", "gzip"),
        ] as [(String, String?)])
    func choice(_ field: String, _ coding: String?) { #expect(ContentCoding.preferred([field])?.rawValue == coding) }

    @Test("What is compressed can be read again", arguments: ContentCoding.allCases)
    func roundTrip(_ coding: ContentCoding) async throws {
        var random = SplitMix(seed: 1)
        let noise = (0..<600_000).map { _ in UInt8(truncatingIfNeeded: random.next() % 8) }
        for body in [Self.text, noise] {
            let response = await Self.finish(["Accept-Encoding": coding.rawValue], body: body)
            #expect(response.headers["Content-Encoding"] == coding.rawValue)
            #expect(response.headers["Vary"] == "Accept-Encoding")
            guard case .bytes(let coded) = response.body else { return }
            #expect(coded.count < body.count / 2)
            let decoder = BodyDecoder(try #require(BodyDecoder.coding(coding.rawValue)), limit: 1 << 20)
            try decoder.feed(coded.span)
            #expect(try decoder.finish() == body)
        }
    }

    @Test("Small, compressed, forbidden and incompressible bodies are left as they are")
    func leftAlone() async {
        let accept: HTTPHeaders = ["Accept-Encoding": "gzip"]
        #expect(await !Self.finish(accept, type: "image/png").headers.contains("Vary"))
        #expect(await !Self.finish(accept, body: Array("short".utf8)).headers.contains("Content-Encoding"))
        #expect(await !Self.finish(accept) { $0.mayCompress = false }.headers.contains("Content-Encoding"))
        #expect(await Self.finish(accept) { $0.headers["Content-Encoding"] = "br" }.headers["Content-Encoding"] == "br")
        #expect(await !Self.finish(accept) { $0.headers["Cache-Control"] = "no-transform" }.headers.contains("Vary"))
        let plain = await Self.finish([:])
        #expect(plain.headers["Vary"] == "Accept-Encoding")
        #expect(!plain.headers.contains("Content-Encoding"))
        var random = SplitMix(seed: 2)
        let noise = (0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        #expect(await !Self.finish(accept, body: noise).headers.contains("Content-Encoding"))
    }

    @Test("If-None-Match with the tag of the answer is answered with 304, however it is coded")
    func entityTags() async throws {
        let first = await Self.finish(["Accept-Encoding": "gzip"]) { $0.hasEntityTag = true }
        let tag = try #require(first.headers["ETag"])
        #expect(tag.hasPrefix("W/\""))
        for field in [tag, "\"a\", \(tag)", String(tag.dropFirst(2)), "*"] {
            let again = await Self.finish(["If-None-Match": field]) { $0.hasEntityTag = true }
            #expect(again.status == 304)
            #expect(again.headers["ETag"] == tag)
            #expect(again.headers["Vary"] == "Accept-Encoding")
            #expect(!again.headers.contains("Content-Type"))
        }
        let other = await Self.finish(["If-None-Match": "\"a\""]) { $0.hasEntityTag = true }
        #expect(other.status == 200)
        let own = await Self.finish(["If-None-Match": "\"v1\""]) {
            $0.hasEntityTag = true
            $0.headers["ETag"] = "\"v1\""
        }
        #expect(own.status == 304)
        #expect(await !Self.finish([:]).headers.contains("ETag"))
    }

    @Test("A compressed answer over a socket has the length of what is sent")
    func overSocket() async throws {
        try await withServer { _, address in
            let text = try await onThread {
                let client = try RawClient(address)
                client.send(
                    "GET /large HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: zstd\r\nConnection: close\r\n\r\n")
                return String(decoding: client.receive().bytes.map { $0 & 0x7F }, as: UTF8.self)
            }
            #expect(text.contains("\r\nContent-Encoding: zstd\r\n"))
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
            let length = parts[0].split(separator: "Content-Length: ")[1].prefix { $0.isNumber }
            #expect(Int(length) == parts.last?.utf8.count)
        }
    }
}
