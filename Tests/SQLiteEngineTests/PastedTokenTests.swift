import Foundation
import LibraryStorage
import Markup
import QueryLanguage
import Testing

@testable import Articles
@testable import SQLiteEngine

/// Words with punctuation inside, cut from articles and typed as they stand.
@Suite struct PastedTokenTests {
    /// The articles of the samples, or those of a file of the same form: FEEDSEARCH_PASTED_ARTICLES.
    private static func articles() throws -> [(id: String, title: String, text: String)] {
        let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Samples/articles.jsonl")
        let file =
            ProcessInfo.processInfo.environment["FEEDSEARCH_PASTED_ARTICLES"].map { URL(filePath: $0) } ?? samples
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").enumerated().map { number, line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            let html = object["html"] as? String
            let text = html.map { HTMLText.plainText($0) } ?? object["text"] as? String ?? ""
            return (String(number), object["title"] as? String ?? "", text)
        }
    }

    /// Texts that stand for sources of other kinds.
    private static let others = [
        "Hello,World arr[0] map{key} error[E0382] AT&T print(x) f(a,b)[1] x->y a::b A/B #tag-1 user@example.org",
        "TypeError:undefined arXiv:1706.03762v2 27\"-monitor צה\"ל 1,000.5 2.3.12 v1.2-beta+3 C++/CLI node.js's",
        "l’équipe O'Reilly’s e-mail Wi‑Fi 2019–2020 §5(3) \"a\"b\" (see:this) foo…bar a—b x²+y² 50%-off $5/month",
        "<T>(x) std::vector<int> /usr/bin/env C:\\Temp\\x.txt --flag=value key=\"v\" @media(min-width:5px) 3×4 a·b",
    ]

    private static func tokens(of text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init).filter { token in
            let scalars = Array(token.unicodeScalars)
            func isWord(_ scalar: Unicode.Scalar) -> Bool {
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
            guard let first = scalars.firstIndex(where: isWord), let last = scalars.lastIndex(where: isWord) else {
                return false
            }
            return token.utf8.count <= 200
                && scalars[first...last].contains { !isWord($0) && $0.properties.generalCategory != .nonspacingMark }
        }
    }

    @Test("A word with punctuation inside finds its source, whether plain, literal or quoted")
    func tokensFindTheirSources() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        let articles = try Self.articles() + Self.others.enumerated().map { ("other \($0)", "", $1) }
        try store.insert(articles.map { draft($0.id, $0.title, $0.text) })
        var seen: Set<String> = []
        var tokens = 0
        var missing: [String] = []
        var missingQuoted: [String] = []
        for article in articles {
            for token in Self.tokens(of: article.text).prefix(60) where seen.insert(token).inserted {
                let query = try QueryParser.literal(token)
                if query.isEmpty { continue }
                tokens += 1
                func finds(_ query: Query) throws -> Bool {
                    var request = SearchRequest(query: query, now: 1_700_000_000)
                    (request.match, request.limit, request.fold) = (.all, 10_000, false)
                    request.fields = .ids
                    return try store.search(request).hits.contains { $0.guid == article.id }
                }
                if try !finds(query) { missing.append(token) }
                guard !token.contains("\""), !token.contains(where: { "“”„‟＂".contains($0) }) else { continue }
                if try !finds(QueryParser.parse("\"\(token)\"")) { missingQuoted.append(token) }
            }
        }
        print(
            "pasted tokens: \(tokens - missing.count) of \(tokens) find their source, not \(missing.prefix(40)); quoted, not \(missingQuoted.prefix(40))"
        )
        #expect(tokens > 40)
        #expect(missing.count * 497 <= tokens * 7, "\(missing.count) of \(tokens): \(missing.prefix(40))")
    }
}
