package import ArticleSearch
package import Articles
internal import LibraryStorage
internal import PostgreSQL
internal import SearchRanking

extension PostgresSearchSource {
    package func resolved(_ filter: ArticleFilter) throws -> ArticleFilter {
        try filter.resolvingAddresses(articles)
    }

    /// The articles whose addresses contain the given words.
    private func articles(_ words: AddressWords) throws -> [UInt32] {
        var found: [UInt32] = []
        // Use a cheap test on the server first: an address with all words also contains the longest word, or letters
        // that are not ASCII.
        try connection.forEachRow(
            """
            SELECT n, url FROM feedsearch.article
            WHERE library = $1 AND slot = $2 AND (position($3 in lower(url COLLATE "C")) > 0
                OR position('%' in url) > 0 OR position('xn--' in lower(url COLLATE "C")) > 0
                OR octet_length(url) > length(url))
            ORDER BY n
            """, place.values + [.text(words.longest)]
        ) { row in
            if row.withBytes(1, { AddressWords.isFound(words.terms, words.match, in: $0) }) {
                found.append(UInt32(clamping: row.integer(0)))
            }
            return true
        }
        return found
    }

    package func reader(of filter: ArticleFilter) throws -> any FilterReader {
        PostgresFilterReader(try condition(filter), library)
    }

    package func forEachFacet(of articles: [UInt32], _ body: (FacetValues) -> Void) throws {
        try forEachFacet(condition(.articles(articles)), body)
    }

    package func hasHidden() throws -> Bool { try postgresIndex.hasHidden() }

    package func members(ofGroups groups: [UInt32]) throws -> [UInt32: [UInt32]] {
        let rows = try connection.query(
            """
            SELECT first, n FROM feedsearch.article_group WHERE library = $1 AND slot = $2 AND first = ANY ($3)
            ORDER BY first, n
            """, place.values + [.integers(groups.map { Int64($0) })])
        var members: [UInt32: [UInt32]] = [:]
        for row in rows {
            members[UInt32(clamping: row.integer(0)), default: []].append(UInt32(clamping: row.integer(1)))
        }
        return members
    }
}
