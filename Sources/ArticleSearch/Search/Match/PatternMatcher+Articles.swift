package import SearchRanking

extension PatternMatcher {
    /// For each article, whether its stored text matches the regular expressions.
    package func evaluate(on articles: [Int64], _ source: any SearchSource) throws -> [Bool] {
        var isMatch = Array(repeating: false, count: articles.count)
        try source.forEachText(of: articles) { place, title, text in
            isMatch[place] = try matches(articles[place], title: title, body: text, until: source.index.deadline)
        }
        return isMatch
    }

    /// The elements of a list whose articles match, in the same order.
    ///
    /// - Parameter id: returns the article of an element.
    func filter<Element>(
        _ elements: [Element], _ source: any SearchSource, id: (Element) -> Int64
    ) throws -> [Element] {
        let isMatch = try evaluate(on: elements.map(id), source)
        return elements.indices.lazy.filter { isMatch[$0] }.map { elements[$0] }
    }
}
