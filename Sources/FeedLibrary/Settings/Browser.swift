public import System
internal import TerminalText

/// The reader's browser: `$BROWSER`, else `xdg-open`.
public enum Browser {
    /// The program that is started.
    public static func program(_ environment: (String) -> String? = Environment.value) -> String {
        environment("BROWSER").flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
    }

    /// Starts it with one argument and no shell; what came from a feed never reaches one.
    ///
    /// - Parameter isSilent: it has no part of this terminal.
    public static func start(_ address: String, isSilent: Bool = false) throws(SystemError) -> ChildProcess {
        try ChildProcess([program(), address], isSilent: isSilent)
    }

    /// Whether it needs the terminal for itself, as w3m does.
    package static var isOfTerminal: Bool {
        let name = program().split(separator: "/").last.map(String.init) ?? ""
        return ["w3m", "lynx", "links", "links2", "elinks", "www-browser", "browsh", "chawan", "cha"].contains(name)
    }

    /// An http or https address of printable ASCII, without anything that could be taken for a flag.
    public static func isWebAddress(_ url: String) -> Bool {
        let lower = url.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return false }
        return !url.unicodeScalars.contains { TerminalSafe.isHarmful($0) || $0 == " " }
    }
}
