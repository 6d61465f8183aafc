private import Dispatch
internal import Formats

/// Adds an entity tag to a response, answers 304 and compresses the body.
enum ResponseCoding {
    /// The minimum size of a response to be compressed, in bytes.
    private static let minBytes = 1 << 10
    /// The maximum size in bytes of a response that is compressed on the cooperative pool.
    private static let maxBytesOnPool = 256 << 10
    private static let queue = DispatchQueue(label: "feedsearch.http.compress")

    static func finish(_ response: HTTPResponse, for head: HTTPRequestHead) async -> HTTPResponse {
        guard case .bytes(let bytes) = response.body, !response.status.isBodyless else { return response }
        var response = response
        let isRead = head.method == .get || head.method == .head
        if response.hasEntityTag, isRead, response.status == 200 {
            let tag = response.headers["ETag"] ?? EntityTag.make(bytes)
            response.headers["ETag"] = tag
            if EntityTag.matches(head.headers.values("If-None-Match"), tag) {
                addVary(&response, bytes)
                response.status = 304
                response.body = .bytes([])
                for field in ["Content-Type", "Content-Encoding", "Content-Language"] { response.headers.remove(field) }
                return response
            }
        }
        guard addVary(&response, bytes),
            let coding = ContentCoding.preferred(head.headers.values("Accept-Encoding")),
            let coded = await encode(bytes, coding), coded.count < bytes.count
        else { return response }
        response.headers["Content-Encoding"] = coding.rawValue
        response.body = .bytes(coded)
        return response
    }

    /// Adds `Vary: Accept-Encoding` if the response can be compressed.
    ///
    /// - Returns: whether the response can be compressed.
    @discardableResult
    private static func addVary(_ response: inout HTTPResponse, _ bytes: [UInt8]) -> Bool {
        guard response.mayCompress, bytes.count >= minBytes, !response.headers.contains("Content-Encoding"),
            let type = response.headers["Content-Type"], isCompressible(type),
            !response.headers.tokens("Cache-Control").contains("no-transform")
        else { return false }
        if !response.headers.tokens("Vary").contains("accept-encoding") {
            response.headers.add("Vary", "Accept-Encoding")
        }
        return true
    }

    private static func encode(_ bytes: [UInt8], _ coding: ContentCoding) async -> [UInt8]? {
        if bytes.count <= maxBytesOnPool { return coding.encode(bytes) }
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: coding.encode(bytes)) }
        }
    }

    /// Whether a media type is worth compressing. Pictures and archives are already compressed.
    static func isCompressible(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        return name.hasPrefix("text/") || name.hasSuffix("json") || name.hasSuffix("xml")
            || name.hasSuffix("javascript")
    }
}

/// Entity tags (RFC 9110, section 8.8.3).
enum EntityTag {
    /// A weak tag, which is the same for all content codings of the same bytes.
    static func make(_ bytes: [UInt8]) -> String { "W/\"\(Hexadecimal.encode(Array(SHA256.hash(bytes)[..<16])))\"" }

    /// Whether `If-None-Match` contains the tag, by weak comparison.
    static func matches(_ fields: [String], _ tag: String) -> Bool {
        let wanted = opaque(tag[...])
        return fields.flatMap { $0.split(separator: ",") }.contains { member in
            let text = member.drop { $0 == " " }.prefix { $0 != " " }
            return text == "*" || opaque(text) == wanted
        }
    }

    private static func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
}
