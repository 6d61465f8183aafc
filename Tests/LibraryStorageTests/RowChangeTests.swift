import Database
import Testing

@testable import LibraryStorage

@Suite struct RowChangeTests {
    private func texts(_ changes: [RowChange]) -> String {
        var out: [UInt8] = []
        for change in changes { change.append(to: &out) }
        return String(decoding: out, as: UTF8.self)
    }

    private func read(_ text: String) throws -> [RowChange] {
        var changes: [RowChange] = []
        try RowChange.forEach(in: text) { changes.append($0) }
        return changes
    }

    @Test("Changes are read from their text as they were written, whatever is in their values")
    func roundTrip() throws {
        let texts: [CopiedValue] = ["", "\\", "\\N", "a\tb\nc\\t\0", "鲸鱼\r\n"].map { .text($0) } + [.null]
        var changes = texts.flatMap { old in
            texts.map { new in
                RowChange(.update, table: .feed, key: [.min], values: [.init(place: 2, old: old, new: new)])
            }
        }
        changes += texts.map { value in
            RowChange(.insertion, table: .feedRecipe, key: [7], values: [.init(place: 1, old: .null, new: value)])
        }
        changes.append(
            RowChange(
                .deletion, table: .alertWaiting, key: [1, -2],
                values: [
                    .init(place: 2, old: .integer(.max), new: .null),
                    .init(place: 3, old: .bytes([0, 255]), new: .null),
                ]))
        changes.append(RowChange(.insertion, table: .articleTag, key: [1, 2, 0], values: []))
        let text = self.texts(changes)
        #expect(text.split(separator: "\n").last == "article_tag\t1\t2\t0\t+")
        let known = try read(text)
        #expect(known.count == changes.count)
        #expect(self.texts(known) == text)
        for (one, two) in zip(changes, known) {
            #expect(one.table == two.table && one.kind == two.kind && one.key == two.key)
            #expect(one.values.map(\.place) == two.values.map(\.place))
            #expect(zip(one.values, two.values).allSatisfy { $0.old.isSame(as: $1.old) && $0.new.isSame(as: $1.new) })
        }
    }

    @Test(
        "A text that is no change is refused",
        arguments: [
            "article", "none\t1\t+", "article\tx\t~\tread\t0\t1", "article\t1\t?\tread\t0\t1", "article\t1\t~\tread\t0",
            "article\t1\t~\tnone\t0\t1", "article\t1\t~\tread\tx\t1", "feed\t1\t+\ttitle\ta\\",
            "feed\t1\t+\ttitle\ta\\x",
            "article_tag\t1\t2\t+", "alert_waiting\t1\t2\t+\trest\tabc",
        ])
    func malformed(_ text: String) {
        #expect(throws: MalformedRowChange.self) { try read(text) }
    }
}
