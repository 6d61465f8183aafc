public import FeedParsing

/// A line of a batch: one JSON value, used as a request.
///
/// Parses JSON (RFC 8259), but tolerates harmless errors: lone surrogates and invalid UTF-8 become U+FFFD, raw control
/// characters in strings and a byte order mark are accepted.
public enum RequestLine {
    public static func read(_ line: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONValue.parseStrictly(line)
        } catch {
            guard forgiven.contains(error.reason), let value = JSONValue.parse(line) else { throw error }
            return value
        }
    }

    private static let forgiven: Set<JSONSyntaxError.Reason> = [
        .loneSurrogate, .badUTF8, .controlCharacter, .byteOrderMark,
    ]
}
