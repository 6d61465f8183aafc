package import Database
internal import Formats

/// A change that a user action made to a row, in a form that all engines share. It is used to undo the action.
package struct RowChange: Sendable {
    package enum Kind: UInt8, Sendable {
        /// The action inserted the row. The change has no old values.
        case insertion = 0x2B
        /// The action deleted the row. The change has no new values.
        case deletion = 0x2D
        case update = 0x7E
    }

    /// The values of a column that is not part of the key. In an update, the old and the new value may be equal.
    package struct Value: Sendable {
        /// The index of the column in the table.
        package let place: Int
        package let old: CopiedValue
        package let new: CopiedValue

        package init(place: Int, old: CopiedValue, new: CopiedValue) {
            self.place = place
            self.old = old
            self.new = new
        }
    }

    package let table: Table
    package let kind: Kind
    /// The row's key. In all tables that actions change, keys consist of integers.
    package let key: [Int64]
    /// The changed values, without those of columns that the engine did not record.
    package let values: [Value]

    package init(_ kind: Kind, table: Table, key: [Int64], values: [Value]) {
        self.table = table
        self.kind = kind
        self.key = key
        self.values = values
    }

    /// The number of changes in one stored part of an action; the last part may have fewer.
    package static let partCount = 1_024
}

// MARK: - Changes of one row

extension RowChange {
    /// Combines this change with an earlier change of the same action and row, so that both are undone in one step.
    ///
    /// - Returns: nil if the two changes cancel each other out. Returns this change alone if the two changes cannot
    ///   follow each other, which happens only in damaged records.
    package func takenBack(before earlier: RowChange) -> RowChange? {
        /// Combines the changes: old values are those before the earlier change, and new values are those after this
        /// change. The result has every column that either change has.
        func united(_ kind: Kind) -> RowChange? {
            var values: [Int: Value] = [:]
            for value in earlier.values { values[value.place] = value }
            for value in self.values {
                values[value.place] = Value(
                    place: value.place, old: values[value.place]?.old ?? value.old, new: value.new)
            }
            let all = values.values.sorted { $0.place < $1.place }
            switch kind {
            case .insertion: return RowChange(kind, table: table, key: key, values: all.map { $0.with(old: .null) })
            case .deletion: return RowChange(kind, table: table, key: key, values: all.map { $0.with(new: .null) })
            case .update:
                let changed = all.filter { !$0.old.isSame(as: $0.new) }
                return changed.isEmpty ? nil : RowChange(kind, table: table, key: key, values: changed)
            }
        }
        switch (earlier.kind, kind) {
        case (.insertion, .update): return united(.insertion)
        case (.insertion, .deletion): return nil
        case (.update, .update), (.deletion, .insertion): return united(.update)
        case (.update, .deletion): return united(.deletion)
        case (.insertion, .insertion), (.update, .insertion), (.deletion, .deletion), (.deletion, .update): return self
        }
    }
}

extension RowChange.Value {
    fileprivate func with(old: CopiedValue) -> Self { Self(place: place, old: old, new: new) }
    fileprivate func with(new: CopiedValue) -> Self { Self(place: place, old: old, new: new) }
}

// MARK: - Text

/// The text form of changes: one change per line, with tab-separated fields. All engines write the same text for the
/// same changes. NUL characters are not escaped, so that NUL is compared as in other text columns.
extension RowChange {
    private static let tab: UInt8 = 0x09
    private static let lineFeed: UInt8 = 0x0A
    private static let backslash: UInt8 = 0x5C

    package func append(to out: inout [UInt8]) {
        out += table.name.utf8
        for number in key {
            out.append(Self.tab)
            out += String(number).utf8
        }
        out += [Self.tab, kind.rawValue]
        for value in values {
            out.append(Self.tab)
            out += table.columns[value.place].name.utf8
            if kind != .insertion { Self.append(value.old, to: &out) }
            if kind != .deletion { Self.append(value.new, to: &out) }
        }
        out.append(Self.lineFeed)
    }

    private static func append(_ value: CopiedValue, to out: inout [UInt8]) {
        out.append(tab)
        switch value {
        case .null: out += [backslash, UInt8(ascii: "N")]
        case .integer(let number): out += String(number).utf8
        case .bytes(let bytes): out += Hexadecimal.encode(bytes).utf8
        case .integers: preconditionFailure("actions change no lists")
        case .text(let text):
            for byte in text.utf8 {
                switch byte {
                case backslash: out += [backslash, backslash]
                case tab: out += [backslash, UInt8(ascii: "t")]
                case lineFeed: out += [backslash, UInt8(ascii: "n")]
                default: out.append(byte)
                }
            }
        }
    }

    /// Calls `body` with each change in a text.
    ///
    /// - Throws: `MalformedRowChange`.
    package static func forEach(in text: String, _ body: (RowChange) throws -> Void) throws {
        for line in Array(text.utf8).split(separator: lineFeed) {
            guard let change = RowChange(line: line) else { throw MalformedRowChange() }
            try body(change)
        }
    }

    private init?(line: ArraySlice<UInt8>) {
        var fields = line.split(separator: Self.tab, omittingEmptySubsequences: false)[...]
        guard let name = fields.popFirst(),
            let table = Table.recorded.first(where: { $0.name.utf8.elementsEqual(name) }),
            fields.count > table.keyCount
        else { return nil }
        let key = fields.prefix(table.keyCount).compactMap(Self.number)
        fields = fields.dropFirst(table.keyCount)
        guard key.count == table.keyCount, let sign = fields.popFirst(), sign.count == 1,
            let kind = sign.first.flatMap(Kind.init)
        else { return nil }
        var values: [Value] = []
        while let name = fields.popFirst() {
            guard let place = table.columns.firstIndex(where: { $0.name.utf8.elementsEqual(name) }) else { return nil }
            let column = table.columns[place].kind
            var (old, new): (CopiedValue?, CopiedValue?) = (.null, .null)
            if kind != .insertion { old = fields.popFirst().flatMap { Self.value($0, column) } }
            if kind != .deletion { new = fields.popFirst().flatMap { Self.value($0, column) } }
            guard let old, let new else { return nil }
            values.append(Value(place: place, old: old, new: new))
        }
        self.init(kind, table: table, key: key, values: values)
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int64? { Int64(String(decoding: field, as: UTF8.self)) }

    private static func value(_ field: ArraySlice<UInt8>, _ kind: Column.Kind) -> CopiedValue? {
        if field.elementsEqual([backslash, UInt8(ascii: "N")]) { return .null }
        switch kind {
        case .integer, .integer16, .integer32, .bool: return number(field).map { .integer($0) }
        case .bytes: return Hexadecimal.decode(String(decoding: field, as: UTF8.self)).map { .bytes($0) }
        case .text: return text(field).map { .text($0) }
        case .body, .html, .integers: return nil
        }
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String? {
        guard field.contains(backslash) else { return String(decoding: field, as: UTF8.self) }
        var (out, isEscaped): ([UInt8], Bool) = ([], false)
        for byte in field {
            switch (isEscaped, byte) {
            case (false, backslash):
                isEscaped = true
                continue
            case (true, UInt8(ascii: "t")): out.append(tab)
            case (true, UInt8(ascii: "n")): out.append(lineFeed)
            case (true, backslash), (false, _): out.append(byte)
            default: return nil
            }
            isEscaped = false
        }
        return isEscaped ? nil : String(decoding: out, as: UTF8.self)
    }
}

/// The stored changes of an action cannot be parsed.
package struct MalformedRowChange: Error {
    package init() {}
}

extension Table {
    /// The tables whose changes are recorded, in the order in which they are restored. `UserAction.Kind.tables` lists
    /// tables in the same order.
    package static let recorded: [Table] = [
        .article, .articleTag, .feed, .folder, .feedFolder, .feedOption, .feedRecipe, .handPlace, .savedSearch,
        .alertRule, .alert, .alertQueue, .alertDelivery, .alertWaiting, .arrivalRule,
        .trendEvent, .memberState, .memberMark,
    ]
}

extension Column {
    /// Whether this column can store a value that comes from another engine.
    package func holds(_ value: CopiedValue) -> Bool {
        switch (value, kind) {
        case (.null, _), (.text, .text), (.bytes, .bytes), (.integer, .integer): true
        case (.integer(let number), .bool): number == 0 || number == 1
        case (.integer(let number), .integer16): Int16(exactly: number) != nil
        case (.integer(let number), .integer32): Int32(exactly: number) != nil
        default: false
        }
    }
}
