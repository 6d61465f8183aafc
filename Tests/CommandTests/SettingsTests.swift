import FeedLibrary
import Messages
import Testing

@testable import feedsearch

@Suite(.offPool) struct SettingsTests {
    private func settings(
        _ flags: [(flag: Flag, value: String?)], file: String = "", _ environment: [String: String] = [:]
    ) throws -> Settings {
        let command = CommandSpec(name: "search", summary: LocalizedText("", ""), run: { _ in .done })
        return try Settings(
            arguments: Arguments(command: command, flags: flags), file: ConfigFile(text: file), language: .english,
            environment: { environment[$0] })
    }

    @Test("Flags come before the environment, the environment before the file, the file before what is built in")
    func precedence() throws {
        let environment = ["FEEDSEARCH_DB": "/environment", "HOME": "/home/a"]
        #expect(try settings([(.db, "/flag")], file: "db = /file", environment).databasePath == "/flag")
        #expect(try settings([], file: "db = /file", environment).databasePath == "/environment")
        #expect(try settings([], file: "db = ~/file", ["HOME": "/home/a"]).databasePath == "/home/a/file")
        #expect(
            try settings([], ["HOME": "/home/a"]).databasePath == "/home/a/.local/share/feedsearch/feedsearch.db")
    }

    @Test("XDG folders count where they are absolute")
    func xdg() throws {
        let data = ["HOME": "/h", "XDG_DATA_HOME": "/data"]
        #expect(try settings([], data).databasePath == "/data/feedsearch/feedsearch.db")
        let relative = ["HOME": "/h", "XDG_DATA_HOME": "data"]
        #expect(try settings([], relative).databasePath == "/h/.local/share/feedsearch/feedsearch.db")
    }

    @Test("The file takes comments, blanks, quotes and yes or no")
    func fileSyntax() {
        let file = ConfigFile(text: "# mine\n\n limit = 50 \r\ndb=\"/a b/c.db\"\nutc = yes\nno-fold = no\n")
        #expect(file.values == [.limit: "50", .db: "/a b/c.db", .utc: "yes"])
        #expect(file.warnings.isEmpty)
    }

    @Test("A line that is not understood is a warning with its number, and the rest counts")
    func fileWarnings() {
        let file = ConfigFile(text: "limitt = 3\njust words\nlimit = many\nutc = perhaps\nconfig = x\nsort = newest")
        #expect(file.values == [.sort: "newest"])
        #expect(
            file.warnings == [
                .init(line: 1, key: "limitt", problem: .unknownKey(near: "limit")),
                .init(line: 2, key: "just words", problem: .noEquals),
                .init(line: 3, key: "limit", problem: .badValue("many")),
                .init(line: 4, key: "utc", problem: .badValue("perhaps")),
                .init(line: 5, key: "config", problem: .unknownKey(near: nil)),
            ])
    }

    @Test(
        "The language is that of the first locale variable that is set",
        arguments: [
            (["LANG": "zh_CN.UTF-8"], Language.simplifiedChinese), (["LANG": "zh-Hans"], .simplifiedChinese),
            (["LANG": "zh_SG"], .simplifiedChinese), (["LANG": "zh"], .simplifiedChinese),
            (["LANG": "zh_TW.UTF-8"], .english), (["LANG": "zh_Hant_CN"], .english), (["LANG": "C"], .english),
            (["LANG": "zh_CN", "LC_ALL": "en_US"], .english),
            (["LANG": "en", "LC_MESSAGES": "zh_CN"], .simplifiedChinese),
            (["LANG": "zh_CN", "LC_ALL": ""], .simplifiedChinese), ([:], .english),
        ] as [([String: String], Language)])
    func language(_ environment: [String: String], _ language: Language) {
        #expect(Language.current { environment[$0] } == language)
    }
}
