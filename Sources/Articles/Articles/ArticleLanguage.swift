internal import TextAnalysis

/// Chooses the language that is stored with an article.
package enum ArticleLanguage {
    /// The language stated by the feed, if it is plausible; otherwise the detected language of the text, or nil if
    /// detection is uncertain.
    package static func tag(label: String?, title: String, body: [UInt8]) -> String? {
        let detector = LanguageDetector.shared
        if let label, detector.plausible(label: label, for: body.span) { return label }
        var title = title
        title.makeContiguousUTF8()
        return detector.language(title: title.utf8.span, text: body.span)
    }
}
