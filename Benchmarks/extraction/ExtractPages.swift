import ArticleExtraction
import Foundation
import Markup

/// Prints the article of each page as a JSON line: `page`, `title`, `html`, `text`; the last two are empty if there is
/// no article.
@main
enum ExtractPages {
    static func main() throws {
        for path in CommandLine.arguments.dropFirst() {
            let page = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let article = ArticleExtractor.article(page, address: "https://example.org/a/b.html")
            let html = article?.html ?? ""
            let line = [
                "page": path, "title": article?.title ?? "", "html": html, "text": HTMLText.plainText(html),
            ]
            print(String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self))
        }
    }
}
