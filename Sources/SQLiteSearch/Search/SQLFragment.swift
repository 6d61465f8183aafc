package import SQLite

/// SQL text with its bound values, in order. Never built from user input.
package struct SQLFragment: Hashable {
    package var sql: String
    package var values: [SQLValue] = []

    package static let never = SQLFragment(sql: "0")
    package static let always = SQLFragment(sql: "1")

    package static func combined(_ parts: [SQLFragment], with word: String) -> SQLFragment? {
        guard parts.count > 1 else { return parts.first }
        return SQLFragment(sql: joined(parts[...], " \(word) "), values: parts.flatMap(\.values))
    }

    /// SQLite parses a chain of n operators to a tree of depth n, and takes at most 1,000 levels
    /// (<https://www.sqlite.org/limits.html#max_expr_depth>). Nested halves have logarithmic depth.
    private static func joined(_ parts: ArraySlice<SQLFragment>, _ word: String) -> String {
        if parts.count <= 16 { return "(" + parts.map(\.sql).joined(separator: word) + ")" }
        let middle = parts.startIndex + parts.count / 2
        return "(" + joined(parts[..<middle], word) + word + joined(parts[middle...], word) + ")"
    }

    package var negated: SQLFragment { SQLFragment(sql: "NOT coalesce(\(sql), 0)", values: values) }

    /// The articles with these ids.
    package static func numbers(_ numbers: [UInt32]) -> SQLFragment {
        let list = "[" + numbers.map(String.init).joined(separator: ",") + "]"
        return SQLFragment(sql: "a.n IN (SELECT value FROM json_each(?))", values: [.text(list)])
    }
}
