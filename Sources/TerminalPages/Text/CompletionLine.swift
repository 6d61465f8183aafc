/// The words of a shell's command line up to the cursor.
package struct CompletionLine {
    /// The words before the one at the cursor, without the program's name.
    package private(set) var words: [String] = []
    /// The word at the cursor, without its quotes; empty after a space.
    package private(set) var current = ""

    /// Parses the last command of a line: the part after the last `|`, `;` or `&` outside quotes.
    package init(_ line: String) {
        var all: [String] = []
        var word: String?
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open {
                    quote = nil
                } else if character == "\\", open == "\"", let next = rest.first, "\"\\$`".contains(next) {
                    word = (word ?? "") + String(rest.removeFirst())
                } else {
                    word = (word ?? "") + String(character)
                }
                continue
            }
            switch character {
            case "'", "\"":
                quote = character
                word = word ?? ""
            case "\\": if let next = rest.popFirst() { word = (word ?? "") + String(next) }
            case " ", "\t", "\n":
                if let word { all.append(word) }
                word = nil
            case "|", ";", "&":
                all = []
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        current = word ?? ""
        words = Array(all.dropFirst())
        // If no complete word precedes the cursor, the current word is the program's name.
        if all.isEmpty { current = "" }
    }
}
