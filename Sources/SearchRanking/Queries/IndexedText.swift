package import Articles
package import TextAnalysis

/// The indexed content of an article: text, title and author, and the language for stemming its words.
package struct IndexedText {
    package var body: [UInt8]
    package var title: String
    package var author: String?
    package var language: StemLanguage

    package init(body: [UInt8], title: String, author: String?, language: String?) {
        self.body = body
        self.title = title
        self.author = author
        self.language = StemLanguage(tag: language)
    }

    /// - Parameter body: the text of the draft, which may hold it only in compressed form.
    package init(_ draft: ArticleDraft, body: [UInt8]) {
        self.init(body: body, title: draft.title, author: draft.author, language: draft.language)
    }

    /// Calls `body` with each column, its number in the index, and the language for analysing its words. Author names
    /// are analysed without a language.
    package func forEachColumn(_ body: (_ column: Int, _ text: Span<UInt8>, _ language: StemLanguage) -> Void) {
        body(IndexColumn.body, self.body.span, language)
        var title = title
        title.makeContiguousUTF8()
        body(IndexColumn.title, title.utf8.span, language)
        var author = author ?? ""
        author.makeContiguousUTF8()
        body(IndexColumn.author, author.utf8.span, .english)
    }
}
