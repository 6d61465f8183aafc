public import Alerting
public import Articles
internal import FeedFetching
internal import Ingestion
internal import Messages
public import Pipelines
public import QueryLanguage
internal import SQLiteEngine
internal import System

/// The saved searches, with the settings of their alerts.
public struct SavedSearches: LibraryPart {
    let library: Library

    /// Saves a query under a name, and reports how often it would have sent alerts.
    ///
    /// - Parameters:
    ///   - text: the query as the user entered it.
    ///   - options: the alert settings; settings that are nil stay unchanged.
    ///   - color: the name of a colour, or `none`; nil leaves the colour unchanged.
    ///   - deadline: returns the deadline for the search in the articles of the last 30 days.
    /// - Throws: `AlertSettingError`, `StorageError`, `UserFacingError`. After an error, nothing is saved.
    public func save(
        _ name: String, _ text: String, query: Query, comment: String?, options: AlertOptions = AlertOptions(),
        color: String? = nil, deadline: () throws -> Deadline = { .never }
    ) throws {
        let tint = try color.map { try parse(color: $0) }
        let old = try store.savedSearches(named: name).first?.rule
        let rule = try options.isEmpty ? old : options.rule(over: old)
        if !options.isEmpty { try checkSecret(of: rule) }
        let policy = try settings.fetcher().policy
        let typed = TypedAlert(
            rule, search: name, isChannelTyped: options.notify != nil, isSecretTyped: options.secret != nil,
            isHeadersTyped: options.headers != nil, policy: policy, confirmed: settings.confirmations)
        try confirm(typed.needed, besides: typed.besides)
        _ = try recording(.saved, subject: name) {
            try store.save(
                search: name, query: text, comment: comment, rule: rule, keepsRule: options.isEmpty,
                now: clock.now())
            if let tint { try store.setColor(tint, ofSearch: name) }
        }
        tell(.note, .savedSearch, [name, text])
        if !options.isEmpty { warn(ofMissing: rule, search: name) }
        library.alerts.tell(unconfirmed: unconfirmed([(name, rule)], policy))
        try preview(query, alerts: rule != nil, isTrend: rule?.condition != nil, deadline)
    }

    /// The changes that `save` would make to an existing saved search: pairs of old and new lines.
    ///
    /// - Throws: the errors of `save`.
    package func changes(
        saving name: String, _ text: String, options: AlertOptions = AlertOptions()
    ) throws -> [(old: String, new: String)] {
        guard let old = try store.savedSearches(named: name).first else { return [] }
        let rule = try options.isEmpty ? old.rule : options.rule(over: old.rule)
        var changes: [(old: String, new: String)] = []
        if old.query != text { changes.append((old.query, text)) }
        let (before, after) = (old.rule?.summary ?? "-", rule?.summary ?? "-")
        if before != after { changes.append((before, after)) }
        return changes
    }

    /// Saves all searches of a file or folder, in one transaction.
    ///
    /// - Parameters:
    ///   - queries: the parsed queries of the entries.
    ///   - given: alert settings for all searches, which override those of the file. Only these settings are confirmed,
    ///     never the settings of the file.
    /// - Throws: the errors of `save`. After an error, nothing is saved.
    public func saveAll(
        _ entries: [SavedSearchFile.Entry], queries: [Query], given: AlertOptions = AlertOptions(),
        deadline: () throws -> Deadline = { .never }
    ) throws {
        let policy = try settings.fetcher().policy
        var rules: [(search: String, rule: AlertRule?)] = []
        let names = entries.prefix(3).map(\.name).joined(separator: ", ") + (entries.count > 3 ? " …" : "")
        _ = try recording(.saved, subject: names) { rules = try save(entries, queries, given, policy, deadline) }
        tell(.note, .searchesSaved, [String(entries.count)])
        library.alerts.tell(unconfirmed: unconfirmed(rules, policy))
    }

    /// The settings of rules that still wait for a confirmation because they come from the database or a file.
    private func unconfirmed(
        _ rules: [(search: String, rule: AlertRule?)], _ policy: AddressPolicy
    ) -> [AlertDeliverer.Unconfirmed] {
        let confirmations = settings.confirmations.confirmations
        return rules.compactMap { search, rule in
            let items = rule?.confirmables(search: search, policy: policy) ?? []
            return confirmations.missing(items).map { .init(search: search, item: $0) }
        }
    }

    /// Reports the number of matches in the last 30 days, and warns if the query cannot match any article or matches
    /// every article. For a search with a condition, only warns.
    private func preview(
        _ query: Query, alerts: Bool, isTrend: Bool, _ deadline: () throws -> Deadline
    ) throws {
        let now = clock.now()
        let reach = try store.reach(of: query, now: now, utcOffset: clock.secondsEastOfUTC)
        if reach == .nothing { tell(.warning, .searchReachesNothing) }
        if reach == .everything, alerts, !isTrend { tell(.warning, .searchReachesEverything) }
        guard alerts, !isTrend else { return }
        let recent = QueryNode.filter(.date(.between(.ago(30, .day), nil), of: .published), utf8Range: 0..<0)
        let root: QueryNode
        if case .and(let parts) = query.root {
            root = .and(parts + [recent])
        } else {
            root = .and([query.root, recent])
        }
        var request = SearchRequest(
            query: Query(root: root, text: query.text), now: now, utcOffset: clock.secondsEastOfUTC)
        request.match = .all
        request.sort = .newest
        request.fields = .ids
        request.limit = 1
        do {
            let found = try store.until(deadline()) { try store.search(request) }
            tell(.note, .searchPreview, [String(found.total)])
        } catch  where error.isOfTheQuery {
            // The search is already saved. Warn of a costly query now rather than when articles arrive.
            let reason = UserFacingError(error, language: settings.language).text
            tell(.warning, .searchPreviewFailed, [reason])
        }
    }

    /// Saves all entries of a file. Only settings from flags are confirmed, never settings of the file.
    private func save(
        _ entries: [SavedSearchFile.Entry], _ queries: [Query], _ given: AlertOptions, _ policy: AddressPolicy,
        _ deadline: () throws -> Deadline
    ) throws -> [(search: String, rule: AlertRule?)] {
        var rules: [(search: String, rule: AlertRule?)] = []
        var needed: [Confirmable] = []
        var besides: [Confirmable] = []
        for (entry, query) in zip(entries, queries) {
            var options = entry.options
            options.notify = given.notify ?? options.notify
            options.digest = given.digest ?? options.digest
            options.quietHours = given.quietHours ?? options.quietHours
            options.secret = given.secret ?? options.secret
            options.signature = given.signature ?? options.signature
            options.headers = given.headers ?? options.headers
            options.template = given.template ?? options.template
            options.contentType = given.contentType ?? options.contentType
            options.isEach = given.isEach ?? options.isEach
            options.condition = given.condition ?? options.condition
            let rule = try self.rule(options, entry)
            let isTyped = given.notify.map { $0 == rule?.channel || $0 == "feed" } ?? false
            let typed = TypedAlert(
                rule, search: entry.name, isChannelTyped: isTyped, isSecretTyped: given.secret != nil,
                isHeadersTyped: given.headers != nil, policy: policy, confirmed: settings.confirmations)
            needed += typed.needed
            besides += typed.besides
            rules.append((entry.name, rule))
            try store.save(
                search: entry.name, query: entry.query, comment: entry.comment, rule: rule, now: clock.now())
            if let color = entry.color { try store.setColor(parse(color: color), ofSearch: entry.name) }
            if entries.count <= 100 {
                tell(.note, .savedSearch, [entry.name, entry.query])
                try preview(query, alerts: rule != nil, isTrend: rule?.condition != nil, deadline)
            }
        }
        try confirm(needed, besides: besides)
        return rules
    }

    /// The alert rule for an entry of a file. A file for sharing contains only the kind of channel; the address is then
    /// taken from the reader's existing rule.
    private func rule(
        _ options: AlertOptions, _ entry: SavedSearchFile.Entry
    ) throws -> AlertRule? {
        var options = options
        guard let channel = options.notify else { return nil }
        if channel == "feed" {
            options.notify = "feed:" + FileSystem.parent(store.location) + "/" + fileName(entry.name) + ".atom"
        } else if AlertOptions.addressedKinds.contains(channel) {
            let old = try store.savedSearches(named: entry.name).first?.rule
            if let old, old.channel.hasPrefix(channel + ":") { return old }
            tell(.warning, .channelNeedsAddress, [entry.name, channel])
            return nil
        }
        return try options.rule(over: nil)
    }

    private func fileName(_ name: String) -> String {
        let safe = name.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "-" }
        return String(safe.prefix(60))
    }

    /// The saved search with this name; nil if `name` is nil.
    ///
    /// - Throws: `StorageError.noSuchSavedSearch`.
    public func named(_ name: String?) throws -> SavedSearch? {
        guard let name else { return nil }
        guard let search = try store.savedSearches(named: name).first else {
            throw StorageError.noSuchSavedSearch(name)
        }
        return search
    }
}

extension SavedSearches {
    /// Removes a saved search.
    ///
    /// - Throws: `StorageError.noSuchSavedSearch`.
    public func remove(_ name: String) throws {
        guard try recording(.unsaved, subject: name, { try store.unsave(search: name) }).result else {
            throw StorageError.noSuchSavedSearch(name)
        }
    }

    /// Returns a feed with the latest articles of a saved search, at most `SearchFeed.articleLimit`.
    ///
    /// - Returns: the document and its number of articles.
    /// - Throws: `InvalidQuery` if the query is no longer valid.
    public func feed(of search: SavedSearch, as format: SearchFeed.Format) throws -> (document: [UInt8], count: Int) {
        let articles = try library.articles.newest(parse(search.query), limit: SearchFeed.articleLimit).compactMap(
            store.article)
        let updated = articles.map { max($0.received, $0.updated ?? 0) }.max() ?? search.created
        return (SearchFeed.write(search, articles: articles, format: format, updated: updated), articles.count)
    }
}
