internal import Formats
internal import Markup

/// Lays out runs of text as lines: wraps them as plain text and then applies the styles by position.
struct RunLayout {
    let style: TerminalStyle
    let labels: DocumentLayout.Labels
    let addresses: [String]

    private struct Piece {
        var range: Range<Int>
        var style: TextRun.Style
        var link: Int?
    }

    /// The lines of the runs.
    ///
    /// - Parameter extra: additional styles for all runs.
    func lines(_ runs: [TextRun], width: Int, extra: TextRun.Style = []) -> [String] {
        let (plain, pieces) = plainText(runs, extra)
        var place = 0
        var next = 0
        var lines: [String] = []
        for paragraph in plain.split(separator: "\n", omittingEmptySubsequences: false) {
            let start = place
            let text = String(paragraph)
            for line in TextWrap.lines(text, width: max(8, width)) {
                let from = start + text.utf8.distance(from: text.startIndex, to: line.startIndex)
                lines.append(styled(line, at: from, pieces, from: &next))
            }
            place = start + text.utf8.count + 1
        }
        return lines
    }

    /// The widths of the longest line and of the longest word in columns, for tables.
    func widths(_ runs: [TextRun]) -> (line: Int, word: Int) {
        let (plain, _) = plainText(runs, [])
        var longest = (line: 0, word: 0)
        for line in plain.split(separator: "\n") {
            longest.line = max(longest.line, DisplayWidth.of(line))
            for word in line.split(separator: " ") {
                // Text of wide characters can break at any character.
                let width = DisplayWidth.of(word)
                longest.word = max(longest.word, width > word.count ? min(width, 8) : width)
            }
        }
        return longest
    }

    private func styled(_ line: Substring, at start: Int, _ pieces: [Piece], from next: inout Int) -> String {
        var result = ""
        var index = line.startIndex
        var offset = start
        let end = start + line.utf8.count
        while next < pieces.count, pieces[next].range.upperBound <= start { next += 1 }
        var piece = next
        while offset < end {
            guard piece < pieces.count else { break }
            let upper = min(end, pieces[piece].range.upperBound)
            let stop = line.utf8.index(index, offsetBy: max(0, upper - offset))
            result += apply(String(line[index..<stop]), pieces[piece])
            index = stop
            offset = upper
            if offset >= pieces[piece].range.upperBound { piece += 1 }
        }
        return result
    }

    private func apply(_ text: String, _ piece: Piece) -> String {
        var text = text
        if piece.style.contains(.code) { text = style.name(text) }
        if piece.style.contains(.emphasis) || piece.style.contains(.caption) { text = style.italic(text) }
        if piece.style.contains(.deleted) { text = style.struck(text) }
        if piece.style.contains(.marked) { text = style.underline(text) }
        if piece.style.contains(.strong) { text = style.bold(text) }
        guard let link = piece.link, addresses.indices.contains(link) else { return text }
        return style.link(text, to: addresses[link])
    }

    /// The plain text of the runs, escaped for a terminal, and the range of each style.
    private func plainText(_ runs: [TextRun], _ extra: TextRun.Style) -> (String, [Piece]) {
        var plain = ""
        var pieces: [Piece] = []
        func append(_ text: String, _ style: TextRun.Style, _ link: Int?) {
            let start = plain.utf8.count
            plain += text
            if plain.utf8.count > start {
                pieces.append(Piece(range: start..<plain.utf8.count, style: style, link: link))
            }
        }
        for (index, run) in runs.enumerated() {
            var text = TerminalSafe.lines(run.text)
            if let media = run.media {
                let label =
                    switch media {
                    case .image: labels.image
                    case .audio: labels.audio
                    case .video: labels.video
                    }
                text = text.isEmpty ? "[\(label)]" : "[\(label): \(text)]"
            }
            // If styles are off, backquotes mark code.
            if run.style.contains(.code), !style.isOn { text = "`\(text)`" }
            append(text, run.style.union(extra), run.link)
            guard let link = run.link, index + 1 == runs.count || runs[index + 1].link != link else { continue }
            // A link whose text is its own address needs no number.
            if addresses[link] == text { continue }
            append("[\(link + 1)]", .caption, nil)
        }
        return (plain, pieces)
    }
}
