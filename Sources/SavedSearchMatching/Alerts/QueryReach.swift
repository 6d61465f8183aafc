package import Articles
package import QueryLanguage

extension MatchingStore {
    /// Whether a saved search can match some, all or none of the articles that arrive in the future.
    ///
    /// - Throws: the same errors as `AlertTreeBuilder.tree`.
    package func reach(of query: Query, at clock: AlertClock) throws -> QueryReach {
        var builder = AlertTreeBuilder(store: self, dictionary: MatcherDictionary(store: self), languages: [])
        switch try builder.tree(query).truth(at: clock) {
        case true?: return .everything
        case false?: return .nothing
        case nil: return .something
        }
    }
}
