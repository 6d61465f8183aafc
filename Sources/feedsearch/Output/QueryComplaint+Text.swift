import FeedLibrary
import QueryLanguage
import System

extension QueryComplaint {
    /// What is wrong, the query with the place underlined, and a hint.
    func complaint(_ language: Language, columns: Int) -> Complaint {
        var details: [String] = []
        if !query.isEmpty {
            let (line, marks) = underlined(columns: max(20, columns - 2))
            details = ["  " + line, "  " + marks]
        }
        var complaint = complaint(language)
        details.append("  " + Message.hint.text(language, [complaint.hint ?? ""]))
        complaint.details = details
        return complaint
    }

    /// The query and carets under the mistake; of a long query, what stands around it.
    private func underlined(columns: Int) -> (line: String, marks: String) {
        let utf8 = Array(query.utf8)
        let range = error.utf8Range.clamped(to: 0..<utf8.count)
        func text(_ part: Range<Int>) -> String { TerminalSafe.line(String(decoding: utf8[part], as: UTF8.self)) }
        let shown = TextWrap.truncate(text(prefix(of: range, utf8)), width: max(1, columns / 2))
        let room = max(4, columns - DisplayWidth.of(shown) - 8)
        let before = TextWrap.truncateStart(text(suffix(of: 0..<range.lowerBound, utf8)), width: room)
        let used = DisplayWidth.of(before) + DisplayWidth.of(shown)
        let after = text(prefix(of: range.upperBound..<utf8.count, utf8))
        let line = before + shown + (after.isEmpty ? "" : TextWrap.truncate(after, width: max(1, columns - used)))
        let marks =
            String(repeating: " ", count: DisplayWidth.of(before))
            + String(repeating: "^", count: max(1, DisplayWidth.of(shown)))
        return (line, marks)
    }

    /// More than a line shows: of a long query no more is looked at.
    private static let shownBytes = 2_000

    private func prefix(of range: Range<Int>, _ utf8: [UInt8]) -> Range<Int> {
        var end = min(range.upperBound, range.lowerBound + Self.shownBytes)
        while end > range.lowerBound, end < utf8.count, utf8[end] & 0xC0 == 0x80 { end -= 1 }
        return range.lowerBound..<end
    }

    private func suffix(of range: Range<Int>, _ utf8: [UInt8]) -> Range<Int> {
        var start = max(range.lowerBound, range.upperBound - Self.shownBytes)
        while start < range.upperBound, utf8[start] & 0xC0 == 0x80 { start += 1 }
        return start..<range.upperBound
    }
}

extension Complaint {
    /// An error as the terminal shows it: the words of the command line and the query are quoted.
    init(shown error: any Error, language: Language) {
        switch error {
        case let error as UsageError: self = error.complaint(language)
        case let error as QueryComplaint:
            self = error.complaint(language, columns: Terminal.columns(.standardError))
        default: self.init(error, language: language)
        }
    }
}
