public import Messages
internal import System
internal import TerminalText

/// Who has a database open.
public enum DatabaseHolders {
    /// `PID 12 (feedsearch)` of the other processes that have the file open, or that none could be seen.
    public static func describe(_ path: String, _ language: Language) -> String {
        guard let holders = FileHolders.others(of: path, limit: 3), !holders.isEmpty else {
            return Message.holderUnknown.text(language)
        }
        let names = holders.map { "PID \($0.processID) (\(TerminalSafe.line($0.name)))" }
        return Message.holderKnown.text(language, [names.joined(separator: ", ")])
    }
}
