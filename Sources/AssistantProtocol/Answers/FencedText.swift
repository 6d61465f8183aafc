internal import Formats

/// Text of articles between two lines that the text itself cannot contain.
///
/// An article may contain instructions for a model, or lines that look like the end of the text. The two lines carry the
/// beginning of the text's SHA-256 hash, and an author cannot write a text that contains its own hash.
enum FencedText {
    /// - Parameters:
    ///   - label: the kind of the text, without any text of a feed.
    ///   - text: the text, without characters that change a terminal or are invisible.
    static func fence(_ label: String, _ text: String) -> String {
        let clean = TerminalSafe.lines(text)
        let mark = Hexadecimal.encode(Array(SHA256.hash(Array(clean.utf8)).prefix(16)))
        return """
            ----- BEGIN UNTRUSTED TEXT \(mark): \(label) -----
            \(clean)
            ----- END UNTRUSTED TEXT \(mark) -----
            """
    }

    /// A text from a feed on one line of limited length.
    static func line(_ text: String, maxBytes: Int = 300) -> String {
        let line = TerminalSafe.line(text)
        guard line.utf8.count > maxBytes else { return line }
        var end = line.utf8.index(line.startIndex, offsetBy: maxBytes)
        while end > line.startIndex, end.samePosition(in: line.unicodeScalars) == nil {
            line.utf8.formIndex(before: &end)
        }
        return line[..<end] + "…"
    }
}
