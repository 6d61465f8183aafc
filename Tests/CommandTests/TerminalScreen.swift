import Foundation
import Testing

/// Tests of the terminal reader: they take two minutes, and run where `make test-terminal` says what they need.
enum TerminalTrial {
    private static let environment = ProcessInfo.processInfo.environment
    /// The program that is driven; 1: the one beside the tests.
    static let program = environment["FEEDSEARCH_TEST_TERMINAL"].map { $0 == "1" ? BuiltProgram.url.path : $0 }
    /// A database of many articles.
    static let archive = environment["FEEDSEARCH_TEST_ARCHIVE"]
    static let storesScreens = environment["STORE_SCREENS"] != nil
    static let support = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Support")
        .path
    static let condition: ConditionTrait = .enabled(
        if: program != nil && ServeOperationTests.has("tmux"), "needs tmux, and takes two minutes: make test-terminal")
    static let locales = ["C.UTF-8", "zh_CN.UTF-8"]
}

/// Scripts of the shell that drive the program on a terminal of tmux, of which they see the screen.
extension BuiltProgram {
    /// Runs a script with these functions; it ends at the first that fails.
    ///
    /// - `start COLUMNS ROWS WORDS…`: a shell line on a new terminal; its exit status is written into `status`, and what stty(1)
    ///   says before and after it into `before` and `after`.
    /// - `keys NAME…`: presses keys by the names of tmux; `burst NAME…`: at once.
    /// - `see TEXT`: waits until the screen has the text; `gone TEXT`: until it has it no more.
    /// - `screen`: prints the screen once it stands still, with its lines marked by bars; `screen NAME`: once it is as the file
    ///   `want/NAME` says, or stands still without that.
    /// - `size COLUMNS ROWS`, `ended`: resizes; waits for the end.
    /// - `slow WORDS…`: what to start for the words to be run behind slow_terminal.py.
    /// - `$process`: the program's id, once `running` was called.
    func onTerminal(_ script: String, environment: [String: String] = [:]) throws -> Outcome {
        let program = URL(fileURLWithPath: TerminalTrial.program ?? BuiltProgram.url.path)
        return try shell(
            #"""
            terminal="tmux -S $PWD/tmux -f /dev/null"
            # Whatever happens: the server of this test ends, and what runs beside it.
            end() { kill $(jobs -p) 2>/dev/null; [ -n "$server" ] && $terminal kill-server; kill -KILL $server; } 2>/dev/null
            trap end EXIT
            start() { local columns=$1 rows=$2; shift 2; rm -f status after
                $terminal new-session -d -x $columns -y $rows -s one \
                    "bash --norc -c 'stty -a | tail -n +2 >before; $*; echo \$? >status; stty -a | tail -n +2 >after; sleep 600'"
                server=$($terminal display -p '#{pid}')
                $terminal set-option -g -s escape-time 0 >/dev/null; }
            burst() { $terminal send-keys -t one -- "$@"; }
            keys() { for key in "$@"; do burst "$key"; sleep 0.05; done; }
            shown() { $terminal capture-pane -p -t one; }
            failed() { echo "$1"; shown | sed 's/^/|/'; exit 1; }
            see() { for i in $(seq 600); do shown | grep -qF -- "$1" && return; sleep 0.05; done; failed "never seen: $1"; }
            gone() { for i in $(seq 600); do shown | grep -qF -- "$1" || return 0; sleep 0.05; done; failed "still there: $1"; }
            still() { local last=; for i in $(seq 100); do
                sleep 0.4; [ "$last" = "$(shown)" ] && return; last=$(shown); done; failed 'it does not stand still'; }
            screen() {
                [ -z "$1" ] || echo "$1"
                if [ -e "want/$1" ]; then
                    for i in $(seq 200); do shown | sed 's/^/|/' | cmp -s - "want/$1" && break; sleep 0.05; done
                else still; fi
                shown | sed 's/^/|/'; }
            size() { $terminal resize-window -t one -x $1 -y $2; }
            ended() { for i in $(seq 600); do [ -s after ] && [ -s status ] && return; sleep 0.05; done
                failed 'it does not end'; }
            running() { for i in $(seq 300); do
                for process in $(cat /proc/$($terminal list-panes -t one -F '#{pane_pid}')/task/*/children); do
                    [ "$(cat /proc/$process/comm)" = feedsearch ] && return; done; sleep 0.1; done; failed 'it does not run'; }
            restored() { cmp -s before after && echo "as it was" || echo "changed"
                $terminal display -p -t one '#{alternate_on} #{cursor_flag}'; }
            """# + "\nslow() { echo \"python3 '\(TerminalTrial.support)/slow_terminal.py' $*\"; }"
                + "\nPATH='\(program.deletingLastPathComponent().path)':/usr/bin:/bin\n" + script,
            environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "BROWSER": "true"].merging(environment) { $1 })
    }

    /// Makes `a.db`: articles in three languages, in two folders, with links, a wide table, emoji and sequences of escapes. No
    /// address of it can be fetched.
    func seedForReading() throws {
        try file(
            "list.opml",
            """
            <opml version="2.0"><body><outline text="技术"><outline text="数据库">
            <outline text="全文检索笔记" xmlUrl="http://127.0.0.1:9/notes"/></outline></outline>
            <outline text="News"><outline text="Herons &amp; owls 🦉" xmlUrl="http://127.0.0.1:9/birds"/></outline>
            <outline text="木漏れ日" xmlUrl="http://127.0.0.1:9/jp"/></body></opml>
            """)
        var lines: [String] = []
        func add(_ feed: String, _ id: Int, _ title: String, _ html: String, day: Int) {
            let fields: [String: Any] = [
                "feed": "http://127.0.0.1:9/\(feed)", "id": "\(feed)-\(id)", "title": title, "html": html,
                "url": "https://example.org/\(feed)/\(id)", "author": "Ann 安",
                "published": String(format: "2021-%02d-%02dT07:08:09Z", 1 + day / 28, 1 + day % 28),
            ]
            let data = (try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)) ?? Data()
            lines.append(String(decoding: data, as: UTF8.self))
        }
        add(
            "birds", 1, "A heron 🦉 at the lake",
            "<p>Herons stand still; see <a href='https://example.org/herons'>their page</a>.</p><ul><li>grey<li>purple</ul>"
                + "<table><tr><th>名称<th>Wings<tr><td>苍鹭<td>175</table><pre>let heron = \"🦉\"\n\tfish()</pre>", day: 300)
        add("birds", 2, "Evil \u{1B}[31mtitle\u{202E} \u{9B}2J", "<p>escape &#x1b;]0;x&#x7; heron</p>", day: 290)
        add("notes", 1, "全文检索引擎入门：从倒排索引到短语查询，一篇很长的标题", "<p>全文检索把每个词指向文章。</p>", day: 280)
        add("notes", 2, "", "<p>没有标题的文章，说的是分词。</p>", day: 270)
        add("jp", 1, "転置索引を紙の上で作る", "<p>索引は紙でも作れる。</p>", day: 260)
        for day in 1...60 {
            add("birds", 100 + day, "Heron report \(day)", "<p>Day \(day): \(day) herons.</p>", day: day)
        }
        try file("articles.jsonl", lines.joined(separator: "\n"))
        _ = try run(["--db", "a.db", "import", "list.opml"])
        _ = try run(["--db", "a.db", "ingest", "--format", "jsonl", "articles.jsonl"])
    }
}
