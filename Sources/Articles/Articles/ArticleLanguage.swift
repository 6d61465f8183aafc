internal import TextAnalysis

/// Which language an article is stored with.
package enum ArticleLanguage {
    /// The feed's label where it may be right, or else what the text itself says; nil where that is uncertain.
    package static func tag(label: String?, title: String, body: [UInt8]) -> String? {
        let detector = LanguageDetector.shared
        if let label, detector.plausible(label: label, for: body.span) { return label }
        var title = title
        title.makeContiguousUTF8()
        return detector.language(title: title.utf8.span, text: body.span)
    }
}
