import Alerting
import Articles
import Formats
import QueryLanguage
import SQLiteStorage

/// `saved [NAME]`: the saved searches; with `--to` the articles of one as a feed.
enum SavedCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openForReading()
        let name = invocation.arguments.operands.isEmpty ? nil : invocation.arguments.text
        let searches = try store.savedSearches(named: name)
        if let name, searches.isEmpty { throw StorageError.noSuchSavedSearch(name) }
        if let format = invocation.settings.value(.to) {
            guard name != nil, let search = searches.first else {
                let spec = invocation.arguments.command
                throw UsageError.missingOperand(command: spec.name, operands: "NAME")
            }
            return try write(search, SearchFeed.Format(rawValue: format) ?? .atom, store, invocation)
        }
        for search in searches {
            if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
                var writer = JSONWriter()
                writer.savedSearch(search)
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                let name = invocation.style.bold(TerminalSafe.line(search.name))
                let rule = search.rule.map { "\t" + TerminalSafe.line(Self.text($0)) } ?? ""
                invocation.output.line("\(name)\t\(TerminalSafe.line(search.query))\(rule)")
                if let article = search.failedOn {
                    invocation.output.line(
                        "    " + Message.patternFailedOn.text(invocation.language, [String(article)]))
                }
            }
        }
        return .done
    }

    /// `webhook:https://… daily 08:00`.
    static func text(_ rule: AlertRule) -> String {
        ([MaskedURL.mask(rule.channel), rule.digest, rule.quietHours] as [String?]).compactMap(\.self).joined(
            separator: " ")
    }

    private static func write(
        _ search: SavedSearch, _ format: SearchFeed.Format, _ store: any ArticleStore, _ invocation: Invocation
    ) throws -> ExitCode {
        let now = WallClock.now()
        var articles: [Article] = []
        let query: Query
        do { query = try QueryParser.parse(search.query) } catch {
            throw QueryComplaint(query: search.query, error: error)
        }
        try store.forEachMatch(query, now: now, utcOffset: invocation.utcOffset) { n in
            if let article = try store.article(n) { articles.append(article) }
            return articles.count < SearchFeed.articleLimit
        }
        let updated = articles.map { max($0.received, $0.updated ?? 0) }.max() ?? search.created
        invocation.output.write(SearchFeed.write(search, articles: articles, format: format, updated: updated))
        return articles.isEmpty ? .nothingFound : .done
    }
}

extension JSONWriter {
    /// A saved search in the form that `save --from` reads.
    mutating func savedSearch(_ search: SavedSearch) {
        object { object in
            object.member("name", search.name)
            object.member("query", search.query)
            object.member("comment", search.comment)
            if let rule = search.rule {
                object.member("notify", rule.channel)
                object.member("digest", rule.digest)
                object.member("quiet_hours", rule.quietHours)
                object.member("secret", rule.secret)
                object.member("signature", rule.signature)
                object.member("disabled", rule.disabled)
            }
            object.member("failed_on", search.failedOn.map { Int($0) })
            object.member("created", CivilTime.rfc3339(search.created))
        }
    }
}
