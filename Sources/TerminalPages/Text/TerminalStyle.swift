package import Articles

/// The colours and weights of text on a terminal. If styles are off, text is plain.
package struct TerminalStyle: Sendable {
    package let isOn: Bool

    package init(isOn: Bool) { self.isOn = isOn }

    /// Decides by the flag or setting whether to use colours. `auto` uses them on a terminal that supports them, unless
    /// NO_COLOR is set and not empty (<https://no-color.org>).
    package static func decide(_ choice: ColorChoice, isTerminal: Bool, _ environment: (String) -> String?)
        -> TerminalStyle
    {
        switch choice {
        case .always: TerminalStyle(isOn: true)
        case .never: TerminalStyle(isOn: false)
        case .auto:
            TerminalStyle(
                isOn: isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb")
        }
    }

    package func bold(_ text: String) -> String { wrap(text, "1") }
    package func dim(_ text: String) -> String { wrap(text, "2") }
    package func italic(_ text: String) -> String { wrap(text, "3") }
    package func struck(_ text: String) -> String { wrap(text, "9") }
    package func underline(_ text: String) -> String { wrap(text, "4") }
    package func match(_ text: String) -> String { wrap(text, "1;31") }
    package func number(_ text: String) -> String { wrap(text, "33") }
    package func name(_ text: String) -> String { wrap(text, "36") }
    package func good(_ text: String) -> String { wrap(text, "32") }
    package func bad(_ text: String) -> String { wrap(text, "31") }

    /// A text in the colour of a saved search. Terminals have only eight colours, so some of the colours look the same.
    package func tint(_ text: String, _ color: SearchColor) -> String { wrap(text, String(30 + color.terminalColor)) }

    /// A link that terminals can open (OSC 8, <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda>).
    /// The text remains plain if the address contains anything but printable ASCII.
    package func link(_ text: String, to address: String) -> String {
        guard isOn, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return text }
        return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// A text without the escape sequences of this type.
    package static func plain(_ text: String) -> String {
        var result = ""
        var index = text.startIndex
        let scalars = text.unicodeScalars
        while index < text.endIndex {
            guard scalars[index] == "\u{1B}" else {
                result.unicodeScalars.append(scalars[index])
                scalars.formIndex(after: &index)
                continue
            }
            // Match `ESC ] … ESC \` or `ESC [ … m`.
            let isLink = text[index...].hasPrefix("\u{1B}]")
            scalars.formIndex(after: &index)
            while index < text.endIndex, scalars[index] != (isLink ? "\u{1B}" : "m") {
                scalars.formIndex(after: &index)
            }
            _ = scalars.formIndex(&index, offsetBy: isLink ? 2 : 1, limitedBy: text.endIndex)
        }
        return result
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension SearchColor {
    /// The nearest of the eight ANSI colours, 0 to 7.
    package var terminalColor: Int {
        switch self {
        case .red: 1
        case .green: 2
        case .orange, .yellow: 3
        case .blue: 4
        case .purple, .pink: 5
        case .teal: 6
        case .gray: 7
        }
    }
}

/// The setting for coloured output.
package enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never
}
