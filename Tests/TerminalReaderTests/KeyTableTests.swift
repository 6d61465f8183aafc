import Messages
import Testing

@testable import TerminalReader

@Suite struct KeyTableTests {
    @Test("Each key has one meaning, and every action a key")
    func table() {
        let keys = KeyTable.rows.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(KeyTable.rows.allSatisfy { $0.meaning != nil && !$0.keys.isEmpty })
    }

    @Test("The list of keys can be read to its end in 40 columns, in both languages", arguments: Language.allCases)
    func help(_ language: Language) {
        var state = ReaderState(language: language, columns: 40, rows: 20)
        _ = state.handle(.key(.character("?")))
        var seen = ""
        for _ in 0..<10 {
            let screen = ScreenPainter(state: state, clock: .atRest).paint().screen
            for row in 1..<19 { for column in 21..<40 { seen += screen[row, column].text } }
            _ = state.handle(.key(.pageDown))
        }
        for row in KeyTable.rows {
            let meaning = row.meaning!.text(language).filter { $0 != " " }
            #expect(seen.filter { $0 != " " }.contains(meaning), "\(meaning)")
        }
        _ = state.handle(.resized(columns: 200, rows: 60))
        #expect(state.helpTop == 0)
    }
}
