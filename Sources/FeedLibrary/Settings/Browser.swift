internal import Formats
public import System

/// Starts the user's browser, which is the program in `$BROWSER`, or `xdg-open` if the variable is not set.
public enum Browser {
    /// The name of the browser's program.
    public static func program(_ environment: (String) -> String? = Environment.value) -> String {
        environment("BROWSER").flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
    }

    /// Starts the browser with one argument and without a shell, since the address may be from a feed.
    ///
    /// - Parameter isSilent: whether the browser is prevented from using this terminal.
    public static func start(_ address: String, isSilent: Bool = false) throws(SystemError) -> ChildProcess {
        try ChildProcess([program(), address], isSilent: isSilent)
    }

    /// Whether the browser runs in the terminal, as w3m does.
    package static var isOfTerminal: Bool {
        let name = program().split(separator: "/").last.map(String.init) ?? ""
        return ["w3m", "lynx", "links", "links2", "elinks", "www-browser", "browsh", "chawan", "cha"].contains(name)
    }

    /// Whether a text is an http or https address without spaces or control characters. The browser cannot misinterpret
    /// such a text as a flag.
    public static func isWebAddress(_ url: String) -> Bool {
        let lower = url.prefix(8).lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else { return false }
        return !url.unicodeScalars.contains { TerminalSafe.isHarmful($0) || $0 == " " }
    }
}
