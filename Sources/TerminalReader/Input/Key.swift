/// A pressed key, pasted text, or a reply from the terminal.
enum Key: Hashable, Sendable {
    case character(Character)
    /// A letter pressed together with Ctrl, in lower case.
    case control(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
    /// The complete text of a paste.
    case paste(String)
    /// The terminal's reply on whether it supports synchronized output.
    case synchronizedOutput(Bool)
    /// A key to which no action can be assigned.
    case unknown

    /// Whether this is a reply from the terminal rather than a key.
    var isAnswer: Bool {
        if case .synchronizedOutput = self { return true }
        return false
    }

    /// The key's name in the list of keys.
    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let letter): "Ctrl-" + letter.uppercased()
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .paste, .synchronizedOutput, .unknown: ""
        }
    }
}
