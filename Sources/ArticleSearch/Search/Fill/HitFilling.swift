internal import Articles
internal import SearchRanking

/// The last stage of a page: sets the fields of its hits from stored rows.
struct HitFilling {
    private let source: any SearchSource
    private let statistics: IndexStatistics

    init(_ source: any SearchSource, _ statistics: IndexStatistics) {
        self.source = source
        self.statistics = statistics
    }

    /// - Parameter search: the search whose terms are highlighted.
    func fill(_ hits: inout [SearchHit], of search: CompiledSearch) throws {
        switch search.request.fields {
        case .ids: try fillIDs(of: &hits)
        case .everything: try fillAll(of: &hits, HitHighlighter(search.plan.scoredTexts, search.ranking))
        }
    }

    /// Sets the guids and feeds of hits.
    private func fillIDs(of hits: inout [SearchHit]) throws {
        var known = hits.map { statistics.ids[$0.id] }
        let unknown = known.indices.filter { known[$0] == nil }
        if !unknown.isEmpty {
            for (place, found) in zip(unknown, try source.guids(of: unknown.map { hits[$0].id })) {
                known[place] = found
            }
        }
        let addresses = try statistics.feedAddresses(of: known.compactMap { $0?.feed })
        for index in hits.indices {
            guard let (guid, feed) = known[index] else { continue }
            hits[index].guid = guid
            hits[index].feed = addresses[feed] ?? ""
        }
    }

    /// Sets all fields of hits: titles, snippets, highlights, state, tags.
    private func fillAll(of hits: inout [SearchHit], _ highlighter: HitHighlighter) throws {
        try source.fill(&hits) { hit, text in
            // The ranges refer to the decoded title, because in a damaged database the stored bytes may differ from it.
            let found = highlighter.highlights(title: Array(hit.title.utf8), body: text)
            hit.titleHighlights = found.title
            hit.snippet = found.snippet
            hit.snippetHighlights = found.snippetRanges
        }
    }
}
