internal import SQLite

extension SQLValue {
    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }
}
