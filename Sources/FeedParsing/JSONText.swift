internal import Formats

/// Writes JSON in which invisible characters are escaped.
package enum JSONText {
    /// The text as a quoted JSON string.
    package static func string(_ text: String) -> String { JSONString.quoted(text, .invisible) }

    /// A JSON object. The values are already JSON.
    package static func object(_ fields: [(String, String)]) -> String {
        var out: [UInt8] = [0x7B]
        for (key, json) in fields {
            if out.count > 1 { out.append(0x2C) }
            append(key, to: &out)
            out.append(0x3A)
            out.append(contentsOf: json.utf8)
        }
        out.append(0x7D)
        return String(decoding: out, as: UTF8.self)
    }

    static func append(_ text: String, to out: inout [UInt8]) { JSONString.append(text, .invisible, to: &out) }
}
