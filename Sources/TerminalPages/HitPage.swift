package import Articles
internal import FeedLibrary
package import Messages
package import System
package import TerminalText

/// Hits as a person reads them: number and title, feed and date and link, a few lines of the text.
package struct HitPage {
    let style: TerminalStyle
    let language: Language
    let columns: Int
    let clock: SystemClock

    package init(style: TerminalStyle, language: Language, columns: Int, clock: SystemClock) {
        self.style = style
        self.language = language
        self.columns = columns
        self.clock = clock
    }

    package func text(_ hit: SearchHit) -> String {
        var text = heading(hit) + "\n"
        let meta = metaLine(hit)
        if !meta.isEmpty { text += "    \(meta)\n" }
        if !hit.snippet.isEmpty {
            let snippet = HighlightedText(text: hit.snippet, ranges: hit.snippetHighlights)
            for line in snippet.lines(width: columns - 4, base: { $0 }, match: style.match) { text += "    \(line)\n" }
        }
        if !hit.scoreParts.isEmpty { text += "    \(style.dim(scoreLine(hit)))\n" }
        return text
    }

    private func heading(_ hit: SearchHit) -> String {
        var heading = style.number("#\(hit.id)") + " "
        if hit.starred { heading += style.number(ArticleRow.starred) + " " }
        if hit.title.isEmpty {
            heading += style.dim(Message.untitled.text(language))
        } else {
            let title = HighlightedText(text: hit.title, ranges: hit.titleHighlights)
            heading += title.lines(width: nil, base: hit.read ? { $0 } : style.bold, match: style.match).joined()
        }
        if hit.folded > 0 { heading += " " + style.dim(Message.foldedHits.text(language, [String(hit.folded)])) }
        return heading
    }

    private func metaLine(_ hit: SearchHit) -> String {
        var parts: [String] = []
        if let feed = hit.feedTitle ?? (hit.feed.isEmpty ? nil : MaskedURL.mask(hit.feed)) {
            parts.append(style.name(TerminalSafe.line(feed)))
        }
        parts.append(String(clock.minute(hit.published ?? hit.received).prefix(10)))
        if let url = hit.url, !url.isEmpty {
            let shown = TerminalSafe.line(MaskedURL.mask(url))
            parts.append(shown == url ? style.link(style.underline(shown), to: url) : shown)
        }
        if hit.read { parts.append(style.dim(Message.alreadyRead.text(language))) }
        if !hit.tags.isEmpty { parts.append(hit.tags.map { "#" + TerminalSafe.line($0) }.joined(separator: " ")) }
        return parts.joined(separator: " · ")
    }

    private func scoreLine(_ hit: SearchHit) -> String {
        let parts = hit.scoreParts.map { part in
            let name = Self.partNames[part.name].map { $0.text(language) } ?? part.name
            return "\(name) \(rounded(part.value))"
        }
        return Message.explainScore.text(language, [rounded(hit.score), parts.joined(separator: " + ")])
    }

    private static let partNames: [String: Message] = [
        "grams": .scoreGrams, "exact": .scoreExact, "characters": .scoreCharacters, "neighbours": .scoreNeighbours,
        "window": .scoreWindow, "recency": .scoreRecency,
    ]

    private func rounded(_ value: Double) -> String { String((value * 1e4).rounded() / 1e4) }
}
