public import Alerting
public import Articles
public import FeedFetching
internal import Messages
internal import SQLiteEngine
internal import System

/// A destination with the numbers of its sendings.
public struct DestinationStatus: Sendable {
    public var destination: Destination
    /// The number of queued articles.
    public var waiting: Int
    /// The number of articles that were sent in the last 90 days.
    public var sent: Int
    /// The number of articles whose delivery has finally failed.
    public var dead: Int
    /// The items that the user of this machine must confirm before articles are sent.
    public var unconfirmed: [Confirmable]
}

/// A sending with the name of its destination and the title of its article.
public struct SendingLogEntry: Sendable {
    public var sending: Sending
    public var name: String
    /// The article's title or the beginning of its text; nil if the article has been deleted.
    public var title: String?
}

/// The destinations of articles: services that keep articles for later, and folders of files.
public struct Destinations: LibraryPart {
    let library: Library

    /// Subcommands, which are not allowed as names.
    public static let commandWords = ["add", "list", "log", "remove", "retry", "test"]
    /// Maximum number of destinations.
    package static let maxCount = 50
    /// Maximum size of a name in bytes.
    package static let maxNameBytes = 100

    public func all() throws -> [DestinationStatus] {
        let counts = try store.sendingCounts()
        let policy = try settings.fetcher().policy
        return try store.destinations().map { destination in
            let counts = counts[destination.id] ?? [:]
            return DestinationStatus(
                destination: destination, waiting: counts[.waiting] ?? 0, sent: counts[.delivered] ?? 0,
                dead: counts[.dead] ?? 0,
                unconfirmed: destination.confirmables(policy: policy).filter { !settings.confirmations.has($0) })
        }
    }

    public func names() throws -> [String] { try store.destinations().map(\.name) }

    /// The destination with this name.
    ///
    /// - Throws: `UserFacingError` if there is none.
    public func named(_ name: String) throws -> Destination {
        let all = try store.destinations()
        guard let found = all.first(where: { $0.name == name }) else {
            if all.isEmpty { throw userError(.destinationsNone) }
            throw userError(.noSuchDestination, [name, all.map(\.name).joined(separator: ", ")])
        }
        return found
    }

    /// Adds a destination entered by the user of this machine, and confirms its address, folder and secret.
    ///
    /// - Parameters:
    ///   - address: `KIND:ADDRESS`, for example `linkding:https://links.example.org` or `markdown:FOLDER`.
    ///   - secret: the location of the secret, `env:NAME` or `file:PATH`.
    /// - Throws: `AlertSettingError`, `UserFacingError`, `StorageError`. After an error, nothing is added.
    public func add(_ name: String, _ address: String, secret: String?) throws {
        try check(name)
        var address = address
        let folderPrefix = DestinationAddress.Kind.markdown.rawValue + ":"
        if address.hasPrefix(folderPrefix),
            let path = FileSystem.absolute(String(address.dropFirst(folderPrefix.count)))
        {
            address = folderPrefix + path
        }
        let parsed = try DestinationAddress(address)
        if parsed.kind.isService, secret == nil { throw userError(.destinationNeedsSecret, [parsed.kind.rawValue]) }
        if !parsed.kind.isService, secret != nil { throw userError(.channelWithoutSecret, [parsed.kind.rawValue]) }
        let reference = try secret.map { try SecretReference(named: $0).description }
        let destination = Destination(name: name, address: address, secret: reference)
        let needed = destination.confirmables(policy: try settings.fetcher().policy)
        let besides = [destination.placeConfirmable].compactMap(\.self).filter { !needed.contains($0) }
        try confirm(needed, besides: besides)
        guard try store.addDestination(name: name, address: address, secret: reference, now: clock.now()) else {
            throw userError(.destinationExists, [name])
        }
    }

    /// Removes a destination and the articles queued for it.
    ///
    /// - Returns: the removed destination.
    /// - Throws: `UserFacingError` if a rule sends articles there.
    @discardableResult
    public func remove(_ name: String) throws -> Destination {
        let destination = try named(name)
        if let rule = try store.rules().first(where: { $0.action.destination == name }) {
            throw userError(.destinationOfRule, [name, String(rule.id)])
        }
        _ = try store.removeDestination(destination.id)
        return destination
    }

    /// Queues articles for a destination.
    ///
    /// - Returns: the number of articles queued, without those that were already queued.
    /// - Throws: `StorageError.noSuchArticle`, `UserFacingError`.
    public func send(_ articles: [Int64], to name: String) throws -> Int {
        let destination = try named(name)
        for article in articles where try store.article(article) == nil {
            throw StorageError.noSuchArticle("#\(article)")
        }
        return try store.queueSendings(of: articles, to: destination.id, now: clock.now())
    }

    /// The latest sendings, newest first.
    ///
    /// - Parameter articles: the articles whose sendings are returned; nil for all.
    public func log(
        of name: String?, state: AlertDelivery.State? = nil, limit: Int, articles: Set<Int64>? = nil
    ) throws -> [SendingLogEntry] {
        let chosen = try name.map { try named($0).id }
        let names = Dictionary(uniqueKeysWithValues: try store.destinations().map { ($0.id, $0.name) })
        let sendings = try store.sendings(state: state, destination: chosen, limit: limit)
            .filter { articles?.contains($0.article) ?? true }
        var titles: [ArticleID: String] = [:]
        try store.forEachArticleOfList(Array(Set(sendings.map(\.article))).sorted()) {
            titles[$0.id] = $0.titleOrBeginning
        }
        return sendings.map {
            SendingLogEntry(sending: $0, name: names[$0.destination] ?? "", title: titles[$0.article])
        }
    }

    /// Makes failed and deferred sendings due now.
    ///
    /// - Returns: the number of sendings.
    public func retry(_ name: String?) throws -> Int {
        try store.retrySendings(to: name.map { try named($0).id }, now: clock.now())
    }

    /// Checks the address and the secret of a destination without sending an article.
    ///
    /// - Returns: the failure; nil if the destination can be used.
    public func test(_ name: String) throws -> AlertFailure? {
        let destination = try named(name)
        do {
            try library.alerts.deliverer().test(destination)
            return nil
        } catch let failure as AlertFailure {
            return failure
        }
    }

    /// Checks the name of a new destination, and that there are not too many destinations.
    func check(_ name: String) throws {
        let isPrintable = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            default: true
            }
        }
        guard isPrintable, (1...Self.maxNameBytes).contains(name.utf8.count), name.first != " ", name.last != " ",
            !name.hasPrefix("-"), !Self.commandWords.contains(name)
        else { throw userError(.badDestinationName, [name]) }
        let existing = try names()
        if existing.contains(name) { throw userError(.destinationExists, [name]) }
        guard existing.count < Self.maxCount else { throw userError(.destinationsTooMany, [String(Self.maxCount)]) }
    }
}
