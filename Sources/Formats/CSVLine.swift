/// Writes lines of comma-separated values (RFC 4180) that are safe to open in a spreadsheet.
///
/// A spreadsheet calculates a cell that begins like a formula, in quotes or not. An apostrophe before it makes it text
/// (<https://owasp.org/www-community/attacks/CSV_Injection>).
public enum CSVLine {
    /// A value of a line.
    public enum Cell: Sendable {
        /// A number of this program, which is written as it is.
        case number(Int64)
        /// Text that may come from elsewhere.
        case text(String)
    }

    /// A line with its end, CR LF.
    public static func write(_ cells: [Cell]) -> String {
        cells.map { cell in
            switch cell {
            case .number(let number): String(number)
            case .text(let text): quoted(guarded(text))
            }
        }.joined(separator: ",") + "\r\n"
    }

    /// The text that `write` was given, for a cell that was read.
    public static func unguarded(_ text: String) -> String {
        text.hasPrefix("'") && isFormula(text) ? String(text.dropFirst()) : text
    }

    // MARK: -

    private static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// Whether a program may take the text for a formula. Spreadsheets set for Chinese and Japanese take the full-width signs;
    /// space and invisible characters before the sign are dropped by some. Apostrophes are looked through, so that
    /// `unguarded` gives back texts that begin with one.
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

    /// A semicolon or a tab separates cells for programs in some countries.
    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { ",;\"\r\n\t".utf8.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
