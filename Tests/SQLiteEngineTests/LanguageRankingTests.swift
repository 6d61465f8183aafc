import LibraryStorage
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct LanguageRankingTests {
    /// An article in a language that fewer than one in 100 have.
    @Test("Words count in the ranking of an article whose language few others have")
    func rareLanguage() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        var drafts = [
            draft(
                "french", "Les notes de Kubernetes",
                "La nouvelle version de Kubernetes est arrivée hier soir, et les équipes qui gèrent des serveurs doivent lire "
                    + "les notes avant de la mettre en place : plusieurs réglages ont changé depuis le printemps dernier."
            )
        ]
        for number in 0..<200 {
            drafts.append(
                draft(
                    "english\(number)", "Weekly report \(number)",
                    "The version that we shipped this week fixes what the readers reported about notes and servers, \(number) of "
                        + "them; the next version is planned for the end of the month as usual."))
        }
        try store.insert(drafts)
        let n = try store.id(feed: "https://example.org/feed", guid: "french")
        #expect(try store.article(try #require(n))?.language == "fr")
        // So long that the second stage reads the articles' units.
        for query in [
            "what does kubernetes change in the version that arrived with the notes of its authors",
            "kubernetes nouvelle équipes serveurs réglages printemps dernier version notes",
        ] {
            let found = try store.hits(query, match: .any, limit: 3)
            #expect(found.first == "french", "\(query): \(found)")
        }
        withExtendedLifetime(folder) {}
    }
}
