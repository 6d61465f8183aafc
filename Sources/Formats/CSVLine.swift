/// Writes lines of comma-separated values (RFC 4180) that are safe to open in a spreadsheet.
///
/// A spreadsheet evaluates a cell that begins like a formula, even if the cell is quoted. An apostrophe before the
/// value marks it as text (<https://owasp.org/www-community/attacks/CSV_Injection>).
public enum CSVLine {
    /// A value in a line.
    public enum Cell: Sendable {
        /// A number from this program, written unchanged.
        case number(Int64)
        /// Text that may come from an untrusted source.
        case text(String)
    }

    /// A line including its line break, CR LF.
    public static func write(_ cells: [Cell]) -> String {
        cells.map { cell in
            switch cell {
            case .number(let number): String(number)
            case .text(let text): quoted(guarded(text))
            }
        }.joined(separator: ",") + "\r\n"
    }

    /// Recovers the text that was passed to `write` from a cell that was read.
    public static func unguarded(_ text: String) -> String {
        text.hasPrefix("'") && isFormula(text) ? String(text.dropFirst()) : text
    }

    // MARK: -

    private static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// Whether a program may interpret the text as a formula. Spreadsheets for Chinese and Japanese accept full-width
    /// signs, and some drop spaces and invisible characters before the sign. Leading apostrophes are skipped, so that
    /// `unguarded` also recovers texts that begin with an apostrophe.
    private static func isFormula(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t", "\r", "\n": return true
            case "=", "+", "-", "@", "＝", "＋", "－", "＠", "−", "﹦", "﹢", "﹣", "﹫": return true
            case "'": continue
            default:
                let properties = scalar.properties
                if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { continue }
                if properties.generalCategory == .control || properties.generalCategory == .format { continue }
                return false
            }
        }
        return false
    }

    /// Quotes a text that contains a separator, a quote or a line break. Some locales use a semicolon or a tab as the
    /// separator.
    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { ",;\"\r\n\t".utf8.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
