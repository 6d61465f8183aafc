public import FeedParsing

/// A line of a batch: one JSON value, for requests.
///
/// JSON as RFC 8259 has it, but forgiving where nothing is lost by it: lone surrogates and bytes that are not UTF-8
/// become U+FFFD, raw controls in strings and a byte order mark are taken.
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
