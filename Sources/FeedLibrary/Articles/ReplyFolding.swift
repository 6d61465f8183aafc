package import Articles
package import QueryLanguage

// Lists show the replies of a topic only below the topic (docs/decisions/0152). Replies that are unread, starred or
// tagged stay in lists, so that counts of unread articles match the lists.

extension Query {
    /// Whether the query searches for text, for replies or in saved searches. All other queries narrow a list.
    package var isSearch: Bool { root.isSearch }

    /// The query without the replies that lists leave out; the same query if it is a search.
    package var foldingReplies: Query {
        if isSearch { return self }
        func state(_ state: QueryState) -> QueryNode { .filter(.state(state), utf8Range: 0..<0) }
        let folded = QueryNode.and([state(.reply), state(.read), state(.unstarred), .not(state(.tagged))])
        return Query(root: .and([root, .not(folded)]), text: text, notices: notices)
    }
}

extension QueryNode {
    fileprivate var isSearch: Bool {
        switch self {
        case .word, .phrase, .prefix, .near, .regex, .field: true
        case .filter(let filter, _):
            switch filter {
            case .state(.reply), .parent, .savedSearch: true
            default: false
            }
        case .and(let nodes), .or(let nodes): nodes.contains(where: \.isSearch)
        case .not(let inner): inner.isSearch
        }
    }
}

extension ListRequest {
    /// A list of all matching articles, including hidden ones, without replies.
    static func folded(_ filter: ArticleFilter) -> ListRequest {
        var request = ListRequest(filter)
        (request.includesHidden, request.foldsReplies) = (true, true)
        return request
    }

    /// Leaves replies out, unless the list has the results of a search.
    package mutating func foldReplies() { foldsReplies = !filter.listsArticles }
}

extension ArticleFilter {
    /// Whether the filter contains a list of articles, such as the results of a search.
    fileprivate var listsArticles: Bool {
        switch self {
        case .articles: true
        case .all(let parts), .any(let parts): parts.contains(where: \.listsArticles)
        default: false
        }
    }
}
