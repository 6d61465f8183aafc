/// What a person pressed, or what the terminal says of itself.
enum Key: Hashable, Sendable {
    case character(Character)
    /// With Ctrl: the letter in lower case.
    case control(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
    /// Text that was pasted, in one piece.
    case paste(String)
    /// The terminal can hold a frame back until it is whole.
    case synchronizedOutput(Bool)
    /// A key that has no meaning here.
    case unknown

    /// It was not pressed: the terminal answers a question.
    var isAnswer: Bool {
        if case .synchronizedOutput = self { return true }
        return false
    }

    /// As it is shown in the list of keys.
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
