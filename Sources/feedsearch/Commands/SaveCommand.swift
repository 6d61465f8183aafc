import Alerting
import Articles
import FeedFetching
import QueryLanguage
import SQLiteStorage
import System

/// `save NAME QUERY`: keeps a query under a name, for `--saved NAME` and `search:NAME`, and for telling of new matches.
enum SaveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if let path = invocation.settings.value(.from) { return try saveAll(path, invocation) }
        let words = invocation.arguments.operands
        guard words.count > 1, let name = words.first else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let text = words.dropFirst().joined(separator: " ")
        // What cannot be searched for is not worth keeping.
        let query = try invocation.parse(text)
        let options = AlertOptions(invocation.settings)
        let store = try invocation.openForWriting()
        let old = try store.savedSearches(named: name).first?.rule
        let rule = try options.isEmpty ? old : options.rule(over: old)
        let policy = try invocation.settings.fetcher().policy
        let typed = TypedAlert(
            rule, search: name, isChannelTyped: options.notify != nil, isSecretTyped: options.secret != nil,
            policy: policy)
        try invocation.confirm(typed.needed, besides: typed.besides)
        try store.save(
            search: name, query: text, comment: invocation.settings.value(.comment), rule: rule,
            keepsRule: options.isEmpty, now: WallClock.now())
        invocation.messages.note(.savedSearch, [name, text])
        invocation.report(unconfirmed: unconfirmed([(name, rule)], policy))
        try preview(query, store, invocation, alerts: rule != nil)
        return .done
    }

    /// What of rules still waits: it was kept from the database or read from a file.
    private static func unconfirmed(
        _ rules: [(search: String, rule: AlertRule?)], _ policy: AddressPolicy
    ) -> [AlertDeliverer.Unconfirmed] {
        let confirmations = ConfirmationFile.own.confirmations
        return rules.compactMap { search, rule in
            let items = rule?.confirmables(search: search, policy: policy) ?? []
            return confirmations.missing(items).map { .init(search: search, item: $0) }
        }
    }

    /// How often it would have alerted, and whether it ever can.
    private static func preview(
        _ query: Query, _ store: any ArticleStore, _ invocation: Invocation, alerts: Bool
    ) throws {
        let now = WallClock.now()
        let reach = try store.reach(of: query, now: now, utcOffset: invocation.utcOffset)
        if reach == .nothing { invocation.messages.warning(.searchReachesNothing) }
        if reach == .everything, alerts { invocation.messages.warning(.searchReachesEverything) }
        guard alerts else { return }
        let recent = QueryNode.filter(.date(.between(.ago(30, .day), nil), of: .published), utf8Range: 0..<0)
        let root: QueryNode
        if case .and(let parts) = query.root {
            root = .and(parts + [recent])
        } else {
            root = .and([query.root, recent])
        }
        var request = SearchRequest(
            query: Query(root: root, text: query.text), now: now, utcOffset: invocation.utcOffset)
        request.match = .all
        request.sort = .newest
        request.fields = .ids
        request.limit = 1
        do {
            let found = try store.until(invocation.deadline()) { try store.search(request) }
            invocation.messages.note(.searchPreview, [String(found.total)])
        } catch  where error.isOfTheQuery {
            // The search is saved; what it may cost is better known now than when articles come in.
            let reason = Complaint(error, language: invocation.language).text
            invocation.messages.warning(.searchPreviewFailed, [reason])
        }
    }

    // MARK: - From files

    private static func saveAll(_ path: String, _ invocation: Invocation) throws -> ExitCode {
        let entries = try SavedSearchFile.read(path, invocation.language)
        var queries: [Query] = []
        for entry in entries {
            do {
                queries.append(try QueryParser.parse(entry.query))
            } catch {
                invocation.messages.warning(.refused, [entry.place, entry.name])
                throw QueryComplaint(query: entry.query, error: error)
            }
        }
        let store = try invocation.openForWriting()
        let policy = try invocation.settings.fetcher().policy
        var rules: [(search: String, rule: AlertRule?)] = []
        try store.atomically { rules = try save(entries, queries, policy, store, invocation) }
        invocation.messages.note(.searchesSaved, [String(entries.count)])
        invocation.report(unconfirmed: unconfirmed(rules, policy))
        return .done
    }

    /// Saves all of a file. Only what flags say is confirmed, never what a file says.
    private static func save(
        _ entries: [SavedSearchFile.Entry], _ queries: [Query], _ policy: AddressPolicy, _ store: any ArticleStore,
        _ invocation: Invocation
    ) throws -> [(search: String, rule: AlertRule?)] {
        var rules: [(search: String, rule: AlertRule?)] = []
        var needed: [Confirmable] = []
        var besides: [Confirmable] = []
        let given = AlertOptions(invocation.settings)
        for (entry, query) in zip(entries, queries) {
            var options = entry.options
            options.notify = given.notify ?? options.notify
            options.digest = given.digest ?? options.digest
            options.quietHours = given.quietHours ?? options.quietHours
            options.secret = given.secret ?? options.secret
            options.signature = given.signature ?? options.signature
            let rule = try self.rule(options, entry, store, invocation)
            let isTyped = given.notify.map { $0 == rule?.channel || $0 == "feed" } ?? false
            let typed = TypedAlert(
                rule, search: entry.name, isChannelTyped: isTyped, isSecretTyped: given.secret != nil, policy: policy)
            needed += typed.needed
            besides += typed.besides
            rules.append((entry.name, rule))
            try store.save(
                search: entry.name, query: entry.query, comment: entry.comment, rule: rule, now: WallClock.now())
            if entries.count <= 100 {
                invocation.messages.note(.savedSearch, [entry.name, entry.query])
                try preview(query, store, invocation, alerts: rule != nil)
            }
        }
        try invocation.confirm(needed, besides: besides)
        return rules
    }

    /// A file that is shared names a kind of channel; the address is the reader's own.
    private static func rule(
        _ options: AlertOptions, _ entry: SavedSearchFile.Entry, _ store: any ArticleStore, _ invocation: Invocation
    ) throws -> AlertRule? {
        var options = options
        guard let channel = options.notify else { return nil }
        if channel == "feed" {
            options.notify = "feed:" + FileSystem.parent(store.location) + "/" + fileName(entry.name) + ".atom"
        } else if AlertOptions.addressedKinds.contains(channel) {
            let old = try store.savedSearches(named: entry.name).first?.rule
            if let old, old.channel.hasPrefix(channel + ":") { return old }
            invocation.messages.warning(.channelNeedsAddress, [entry.name, channel])
            return nil
        }
        return try options.rule(over: nil)
    }

    private static func fileName(_ name: String) -> String {
        let safe = name.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "-" }
        return String(safe.prefix(60))
    }
}
