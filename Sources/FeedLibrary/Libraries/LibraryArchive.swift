internal import Articles
internal import DocumentWriting
internal import Formats
internal import Messages
internal import System

/// Everything that a library contains, for its owner, as a ZIP archive: the subscriptions, the articles with their
/// state, the saved searches and the rules, in the formats of `export`, `list --jsonl`, `saved --jsonl` and `rule list
/// --json`.
///
/// The archive is produced part by part. Each part contains one file of about 4 MB, so that the memory in use does not
/// depend on the size of the library. Logins in addresses are left out.
package struct LibraryArchive: Sendable {
    private enum Step { case lists, articles, end }

    /// A file of articles ends after this size.
    private static let maxFileBytes = 4 << 20

    private var zip = ZIPWriter()
    private var step = Step.lists
    private let articles: [ArticleID]
    private var position = 0
    private var files = 0
    /// The number of articles in the archive so far.
    package private(set) var articleCount = 0

    /// - Parameter library: the library, which must also be passed to each call of `next`.
    package init(of library: Library) throws {
        var numbers: [ArticleID] = []
        try library.articles.forEachMatch(nil) { number in
            numbers.append(number)
            return true
        }
        articles = numbers
    }

    /// The next part of the archive; nil after the last one.
    package mutating func next(_ library: Library) throws -> [UInt8]? {
        switch step {
        case .lists:
            try addLists(library)
            step = .articles
        case .articles where position < articles.count:
            try addArticles(library)
        case .articles:
            let count = articleCount
            add("about.json") { writer in
                writer.object { object in
                    object.member("format", "feedsearch archive")
                    object.member("version", 1)
                    object.member("created", CivilTime.rfc3339(library.clock.now()))
                    object.member("articles", count)
                }
            }
            zip.finish()
            step = .end
        case .end: return nil
        }
        return zip.take()
    }

    private mutating func addLists(_ library: Library) throws {
        zip.add("README.txt", Array((Message.archiveReadme.text(library.settings.language) + "\n").utf8))
        zip.add("subscriptions.opml", Array(try library.lists.export().utf8))
        let searches = try library.store.savedSearches(named: nil)
        add("saved-searches.jsonl") { writer in
            for search in searches {
                writer.savedSearch(search)
                writer.endLine()
            }
        }
        let rules = try library.rules.all()
        add("rules.jsonl") { writer in
            for (rule, works) in rules {
                writer.rule(rule, works: works)
                writer.endLine()
            }
        }
    }

    private mutating func addArticles(_ library: Library) throws {
        var writer = JSONWriter()
        while position < articles.count, writer.bytes.count < Self.maxFileBytes {
            // One article at a time, because an article can have 16 MB of text.
            for article in try library.store.articles([articles[position]], withTexts: true) {
                writer.ingestLine(article)
                writer.endLine()
                articleCount += 1
            }
            position += 1
        }
        files += 1
        let digits = String(files)
        zip.add("articles/\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).jsonl", writer.bytes)
    }

    private mutating func add(_ name: String, _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        body(&writer)
        zip.add(name, writer.bytes)
    }
}
