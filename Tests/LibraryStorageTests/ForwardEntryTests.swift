import LibraryStorage
import Testing

@testable import ArticleSearch
@testable import SearchRanking

@Suite struct ForwardEntryTests {
    @Test("What ranking reads of a text alone is what it reads of a batch", arguments: [0, 1, 40, 3_000])
    func forwardEntries(_ words: Int) {
        let body = (0..<words).map { "鲸鱼\($0 % 7) learning whales. c++ 한글," }.joined(separator: " ")
        let text = IndexedText(
            body: Array(body.utf8), title: "检索 Title, of one", author: "Ada 李", language: nil)
        let batch = PreparedBatch()
        batch.add(text)
        let one = ForwardEntry(text)
        let other = batch.forwardEntry(ofArticle: 0)
        #expect(Array(one.characters) == Array(other.characters) && one.sketch == other.sketch)
        #expect(one.titleLength == other.titleLength && one.bodyLength == other.bodyLength)
    }
}
