import Foundation
import Testing

@testable import TerminalReader

/// Every key of the terminal reader, on a database of many articles where there is one.
@Suite(.offPool, TerminalTrial.condition) struct BrowseKeyTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        if let archive = TerminalTrial.archive {
            try FileManager.default.copyItem(atPath: archive, toPath: program.path("a.db"))
        } else {
            try program.seedForReading()
        }
    }

    /// Names of tmux for keys; letters are their own names.
    private static func name(_ key: Key) -> String? {
        switch key {
        case .character(" "): "Space"
        case .character(";"): "\\;"
        case .character(let character): String(character)
        case .control(let letter): "C-\(letter)"
        case .enter: "Enter"
        case .escape: "Escape"
        case .tab: "Tab"
        case .backTab: "BTab"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .home: "Home"
        case .end: "End"
        case .backspace: "BSpace"
        case .delete: "DC"
        default: nil
        }
    }

    @Test(
        "Every key in every pane, while the size changes and another process ingests", arguments: [40, 80, 200],
        TerminalTrial.locales)
    func everyKey(_ columns: Int, _ locale: String) throws {
        // Keys that leave are pressed elsewhere.
        let leaving: Set<Key> = [.character("Q"), .control("c"), .control("z")]
        let keys = (KeyTable.rows.flatMap(\.keys) + [.backspace, .delete, .control("u"), .control("w")])
            .filter { !leaving.contains($0) }.compactMap(Self.name)
        let words = keys.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try program.onTerminal(
            #"""
            start \#(columns) 24 feedsearch --db a.db browse
            see ●; running
            ( i=0; while [ ! -e enough ]; do sleep 0.2; i=$((i + 1))
                echo '{"feed":"http://127.0.0.1:9/more","id":"'$i'","title":"More 更多 '$i'","text":"heron 全文"}' |
                feedsearch --db a.db ingest --format jsonl - >/dev/null 2>&1 || echo "$?" >>refused
              done ) &
            ( i=0; while [ ! -e enough ]; do sleep 0.25; i=$((i + 1)); size $((\#(columns) - i % 3 * 7)) $((24 - i % 5)); done ) &
            for pane in feeds list article search help; do
                # Whatever was asked or shown: to the feeds, and from there to the pane.
                case $pane in
                feeds) way= ;;
                list) way=Enter ;;
                article) way='Enter Enter' ;;
                search) way='Enter / h' ;;
                help) way='?' ;;
                esac
                for key in \#(words); do
                    [ $pane$key = feedsq ] && continue
                    burst Escape Escape Escape Escape Home $way; sleep 0.02
                    burst "$key" n; sleep 0.02
                done
                cat /proc/$process/comm
            done
            # Both end by themselves: an ingest that goes on behind a killed shell changes the numbers compared below.
            touch enough; wait; size \#(columns) 24; still
            # Once it has followed the last ingest, the screen is what it is when it is drawn from nothing.
            unread=$(feedsearch --db a.db stats --json | sed 's/.*"unread":\([0-9]*\).*/\1/')
            burst Escape Escape Escape Escape Home Enter; see " $unread/"
            for way in '' Enter 'Enter Enter'; do
                # Again where the counts changed meanwhile: an opened article is marked as read, however long that takes.
                for try in 1 2 3 4 5; do
                    burst Escape Escape Escape Escape Home $way; still; shown >difference
                    keys C-l; still; shown | diff difference - >differences && break
                done
                [ -s differences ] && cat differences || echo same
            done
            keys Q; ended; cat status; restored
            feedsearch --db a.db list title:更多 | grep -c . >more; [ $(cat more) -gt 10 ] && echo ingested; cat refused 2>/dev/null
            [ \#(columns) != 80 ] || feedsearch --db a.db check >/dev/null || echo damaged
            """#, environment: ["LC_ALL": locale])
        let running = Array(repeating: "feedsearch", count: 5)
        #expect(
            outcome.lines == running + ["same", "same", "same", "0", "as it was", "0 1", "ingested"],
            "\(outcome.output)\(outcome.errors)")
    }
}
