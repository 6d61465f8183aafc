import Foundation
import TerminalPages
import Testing

@testable import feedsearch

/// What shells offer at the cursor.
@Suite(.offPool) struct CompletionTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.file(
            "list.opml",
            """
            <opml version="2.0"><body><outline text="技术"><outline text="Example News" xmlUrl="https://a.example/feed"/>
            </outline></body></opml>
            """)
        _ = try program.run(["import", "list.opml"])
        _ = try program.run(["save", "sqlite", "title:sqlite"])
        _ = try program.run(
            ["ingest", "--format", "jsonl", "-"],
            input: #"{"feed":"https://a.example/feed","id":"1","title":"Keyboard matters","own_tags":["稍后读"]}"# + "\n")
    }

    private func complete(_ line: String) throws -> [String] {
        try program.run(["complete", "--line", line]).lines.map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `Commands, flags and their values are offered`() throws {
        #expect(try complete("feedsearch fet").contains("fetch"))
        #expect(try complete("feedsearch fetch --str") == ["--strict"])
        #expect(try complete("feedsearch search --sort ne") == ["newest"])
        #expect(try complete("feedsearch search --sort=ne") == ["--sort=newest"])
        #expect(try complete("feedsearch alerts re") == ["retry"])
        #expect(try complete("feedsearch import ") == [":files"])
        #expect(try complete("feedsearch --db ") == [":files"])
        #expect(try complete("ls | feedsearch mark un") == ["unread", "unstarred"])
        #expect(try complete("feedsearch -- fetch").contains("fetch") == false)
    }

    @Test func `Feeds, folders, tags, saved searches, states and words of articles are offered`() throws {
        #expect(try complete("feedsearch fetch https://a") == ["https://a.example/feed"])
        #expect(try complete("feedsearch edit exam") == ["Example News"])
        #expect(try complete("feedsearch --in 技") == ["技术"])
        #expect(try complete("feedsearch tag +稍") == ["+稍后读"])
        #expect(try complete("feedsearch unsave s") == ["sqlite"])
        #expect(try complete("feedsearch is:un") == ["is:unread", "is:unstarred"])
        #expect(try complete("feedsearch list -is:sta") == ["-is:starred"])
        #expect(try complete("feedsearch feed:Exa") == [#"feed:"Example News""#])
        #expect(try complete("feedsearch keyb").contains("keyboard"))
    }

    @Test func `Without a database nothing fails`() throws {
        let other = try BuiltProgram()
        let outcome = try other.run(["complete", "--line", "feedsearch fetch "])
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
    }

    @Test(
        arguments: [
            ("feedsearch 'a b' c", ["a b"], "c"), (#"feedsearch "x \" y" "#, [#"x " y"#], ""),
            (#"feedsearch a\ b"#, [], "a b"),
            ("feedsearch 'open", [], "open"), ("", [], ""), ("a; feedsearch x", [], "x"),
        ])
    func `A line of a shell is read with its quotes`(line: String, words: [String], current: String) {
        let read = CompletionLine(line)
        #expect(read.words == words && read.current == current)
    }

    @Test func `bash completes in place`() throws {
        if try program.shell("command -v bash").status != 0 { return }
        let script = """
            source <(feedsearch generate bash)
            try() { COMP_LINE=$1 COMP_POINT=${#1}; COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _feedsearch 2>/dev/null
                printf '%s\\n' "${COMPREPLY[@]}"; }
            try 'feedsearch fetc'; try 'feedsearch is:unr'; try 'feedsearch edit Exam'; try 'feedsearch fetch https://a'
            """
        #expect(
            try program.shell(script).lines == ["fetch", "unread", #"Example\ News"#, "//a.example/feed"])
    }

    @Test func `fish completes with what each is`() throws {
        if try program.shell("command -v fish").status != 0 { return }
        let line = "fish -c 'feedsearch generate fish | source; complete -C \"feedsearch unsave s\"'"
        #expect(try program.shell(line).lines == ["sqlite\ttitle:sqlite"])
    }

    @Test func `zsh completes at its prompt`() throws {
        if try program.shell("command -v zsh").status != 0 { return }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Support/zsh_complete.py")
        let outcome = try program.shell("python3 '\(script.path)' 'feedsearch unsave s'")
        #expect(outcome.output.contains("feedsearch unsave sqlite"), "\(outcome)")
    }
}
