internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import QueryLanguage

/// Changes of the states read, starred and tagged.
enum StateOperations {
    /// The maximum number of articles in a request. After a long time offline, apps send all their changes in one
    /// request.
    private static let maxArticles = 50_000
    private static let many = HTTPBodyLimits(maxBodyBytes: 8 << 20)

    static let all: [Operation] = [
        .app(
            "readerEditTag", [.post], "/reader/api/0/edit-tag", "Change the state and tags of articles", limits: many
        ) { call in
            let articles = try call.articles(atMost: maxArticles)
            let (add, remove) = (try streams(call.texts("a")), try streams(call.texts("r")))
            try await call.write { library in
                let changes = try changes(add, remove, library)
                // Tags are common to all members of the library.
                if changes.contains(where: \.isCommon) { try call.require(.editor) }
                if !changes.isEmpty { _ = try library.reading.mark(articles, changes, isLogged: false) }
            }
            return .ok
        },
        .app(
            "readerMarkAll", [.post], "/reader/api/0/mark-all-as-read", "Mark all articles of a stream as read"
        ) { call in
            let stream = try StreamID.read(call.required("s"))
            let until = try StreamRequest.seconds(call, "ts")
            try await call.write { library in
                var selection = StreamSelection(library)
                var parts = [try selection.filter(stream), .read(false)]
                // Exclude articles stored later, which the user has not seen.
                if let until { parts.append(try library.markedUpTo(until)) }
                var request = ListRequest(.all(parts))
                request.subscribedOnly = StreamSelection.isOfSubscriptions(stream)
                _ = try library.reading.mark(library.store.list(request).map(\.id), [.read(true)])
            }
            return .ok
        },
    ]

    private static func streams(_ names: [String]) throws -> [StreamID] {
        try names.prefix(StreamID.maxParts).filter { !$0.isEmpty }.map { try StreamID.read($0) }
    }

    /// Ignores unsupported states such as `broadcast` and `tracking-kept-unread`, because apps also send them.
    private static func changes(
        _ add: [StreamID], _ remove: [StreamID], _ library: Library
    ) throws -> [StateChange] {
        var changes: [StateChange] = []
        if add.contains(.read) {
            changes.append(.read(true))
        } else if add.contains(.unread) || remove.contains(.read) {
            changes.append(.read(false))
        }
        if add.contains(.starred) {
            changes.append(.starred(true))
        } else if remove.contains(.starred) {
            changes.append(.starred(false))
        }
        let (added, removed) = (names(add), names(remove))
        if added.isEmpty, removed.isEmpty { return changes }
        let labels = try Labels(library)
        func tags(_ names: [String]) -> [String] {
            names.map { name in if case .tag(let tag)? = labels[name] { tag } else { name } }
        }
        changes.append(.tags(add: tags(added), remove: tags(removed)))
        return changes
    }

    private static func names(_ streams: [StreamID]) -> [String] {
        streams.compactMap { if case .label(let name) = $0 { name } else { nil } }
    }
}

extension StateChange {
    /// Whether the change applies to all members of a library.
    fileprivate var isCommon: Bool {
        switch self {
        case .read, .starred: false
        case .tags, .hidden: true
        }
    }
}
