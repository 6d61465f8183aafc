package import Articles
internal import Ingestion

/// The replies of a topic as a thread: each reply is followed by the replies to it.
package struct ReplyThread: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package var article: ArticleID
        /// The depth of the reply: 0 for a reply to the topic, at most `maxDepth`.
        package var depth: Int
    }

    package private(set) var entries: [Entry] = []

    /// The maximum number of replies of a thread.
    package static let maxReplies = 10_000
    package static let maxDepth = 12

    package init() {}

    /// - Parameter replies: the replies in the order of the topic's pages.
    package init(_ replies: [StoredReply]) {
        var places: [String: Int] = [:]
        for (place, reply) in replies.enumerated() where places[reply.guid] == nil { places[reply.guid] = place }
        var answers: [Int: [Int]] = [:]
        var roots: [Int] = []
        for (place, reply) in replies.enumerated() {
            if let parent = reply.inReplyTo.flatMap({ places[$0] }), parent != place {
                answers[parent, default: []].append(place)
            } else {
                roots.append(place)
            }
        }
        var done = [Bool](repeating: false, count: replies.count)
        // Replies that refer to each other in a circle have no root. Append them at the end.
        for root in roots + replies.indices where !done[root] {
            var open = [(place: root, depth: 0)]
            while let next = open.popLast() {
                if done[next.place] { continue }
                done[next.place] = true
                entries.append(Entry(article: replies[next.place].id, depth: min(next.depth, Self.maxDepth)))
                for answer in (answers[next.place] ?? []).reversed() { open.append((answer, next.depth + 1)) }
            }
        }
    }
}

extension StoredArticles {
    /// The replies of a topic as a thread; empty for an article without replies.
    package func thread(of topic: ArticleID) throws -> ReplyThread {
        ReplyThread(try store.replies(to: topic, limit: ReplyThread.maxReplies))
    }

    /// The first replies of a topic with their depths and texts, and the total number of replies.
    package func thread(
        of topic: ArticleID, limit: Int
    ) throws -> (replies: [(article: Article, depth: Int)], total: Int) {
        let entries = try thread(of: topic).entries
        let depths = Dictionary(entries.map { ($0.article, $0.depth) }) { first, _ in first }
        let shown = try store.articles(entries.prefix(limit).map(\.article), withTexts: true)
        return (shown.map { ($0, depths[$0.id] ?? 0) }, entries.count)
    }
}
