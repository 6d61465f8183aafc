public import FeedParsing

/// Parses one line of a batch of requests. Each line is a JSON value.
///
/// The parser accepts JSON (RFC 8259) and tolerates harmless errors. Lone surrogates and invalid UTF-8 become U+FFFD;
/// raw control characters in strings and a byte order mark are accepted.
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
