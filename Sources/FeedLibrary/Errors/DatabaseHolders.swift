internal import Formats
public import Messages
internal import System

/// The processes that have a database open.
public enum DatabaseHolders {
    /// Lists the other processes that have the file open, for example `PID 12 (feedsearch)`. If none is found, the
    /// result is a message that says so.
    public static func describe(_ path: String, _ language: Language) -> String {
        guard let holders = FileHolders.others(of: path, limit: 3), !holders.isEmpty else {
            return Message.holderUnknown.text(language)
        }
        let names = holders.map { "PID \($0.processID) (\(TerminalSafe.line($0.name)))" }
        return Message.holderKnown.text(language, [names.joined(separator: ", ")])
    }
}
