package import Articles
internal import FeedLibrary
internal import Formats
package import Messages
package import System

/// Hits as text: article id and title, then feed, date and link, then a few lines of the article.
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
        for line in facts(hit) { text += "    \(line)\n" }
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
            let beginning = TerminalSafe.line(hit.titleOrBeginning)
            heading += style.dim(beginning.isEmpty ? Message.untitled.text(language) : beginning)
        } else {
            let title = HighlightedText(text: hit.title, ranges: hit.titleHighlights)
            heading += title.lines(width: nil, base: hit.read ? { $0 } : style.bold, match: style.match).joined()
        }
        if hit.folded > 0 { heading += " " + style.dim(Message.foldedHits.text(language, [String(hit.folded)])) }
        return heading
    }

    /// The feed, date, address, state and tags of a hit. Lines break only between these items, so that an address is
    /// never split.
    private func facts(_ hit: SearchHit) -> [String] {
        var facts: [(plain: String, shown: String)] = []
        func add(_ plain: String, _ style: (String) -> String = { $0 }) { facts.append((plain, style(plain))) }
        if let feed = hit.feedTitle ?? (hit.feed.isEmpty ? nil : MaskedURL.mask(hit.feed)) {
            add(TerminalSafe.line(feed), style.name)
        }
        add(String(clock.minute(hit.published ?? hit.received).prefix(10)))
        if let url = hit.url, !url.isEmpty {
            let shown = TerminalSafe.line(MaskedURL.mask(url))
            add(shown) { shown == url ? style.link(style.underline($0), to: url) : $0 }
        }
        if hit.read { add(Message.alreadyRead.text(language), style.dim) }
        if !hit.tags.isEmpty { add(hit.tags.map { "#" + TerminalSafe.line($0) }.joined(separator: " ")) }
        var lines: [String] = []
        var width = 0
        for fact in facts {
            let own = DisplayWidth.of(fact.plain)
            if let last = lines.indices.last, width + 3 + own <= columns - 4 {
                lines[last] += " · " + fact.shown
                width += 3 + own
            } else {
                lines.append(fact.shown)
                width = own
            }
        }
        return lines
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
        "window": .scoreWindow, "title": .scoreTitle, "spelling": .scoreSpelling, "recency": .scoreRecency,
    ]

    private func rounded(_ value: Double) -> String { String((value * 1e4).rounded() / 1e4) }
}
