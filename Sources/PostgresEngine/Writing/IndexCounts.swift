internal import Database
internal import PostgreSQL

/// The changes that a transaction makes to the number of articles for each language and each CJK character.
struct IndexCounts {
    private var languages: [UInt8: Int64] = [:]
    private var characters: [UInt32: Int64] = [:]

    mutating func count(language tag: String?, _ delta: Int64) {
        guard let code = LanguageCode.of(tag) else { return }
        languages[code, default: 0] += delta
    }

    /// Adds `delta` to the count of each character of an article; the characters must be distinct.
    mutating func count(characters found: some Sequence<UInt32>, _ delta: Int64) {
        for character in found { characters[character, default: 0] += delta }
    }

    // MARK: - Writing

    /// The statements that write the number of articles for each language and character.
    mutating func requests(_ library: LibraryConnection) -> [PostgresRequest] {
        let requests = takeLanguageRequests(library)
        let characters = characters.filter { $0.value != 0 }.sorted { $0.key < $1.key }
        if characters.isEmpty { return requests }
        return requests + [
            library.request(
                """
                INSERT INTO feedsearch.character_frequency AS t (library, slot, character, articles)
                SELECT $1, $2, u.character, u.articles FROM unnest($3::int8[], $4::int8[]) AS u(character, articles)
                ON CONFLICT (library, slot, character) DO UPDATE SET articles = t.articles + excluded.articles
                """, [.integers(characters.map { Int64($0.key) }), .integers(characters.map(\.value))])
        ]
    }

    /// The statements that write the number of articles for each language; resets these counts.
    mutating func takeLanguageRequests(_ library: LibraryConnection) -> [PostgresRequest] {
        let changed = languages.filter { $0.value != 0 }.sorted { $0.key < $1.key }
        languages.removeAll()
        if changed.isEmpty { return [] }
        return [
            library.request(
                """
                INSERT INTO feedsearch.stem_language AS t (library, slot, code, articles)
                SELECT $1, $2, u.code, u.articles FROM unnest($3::text[], $4::int8[]) AS u(code, articles)
                ON CONFLICT (library, slot, code) DO UPDATE SET articles = t.articles + excluded.articles
                """,
                [
                    .texts(changed.map { String(decoding: [$0.key], as: UTF8.self) }), .integers(changed.map(\.value)),
                ])
        ]
    }
}
