/// A line of a shell up to the cursor, as words.
package struct CompletionLine {
    /// The words before the one at the cursor, without the program's.
    package private(set) var words: [String] = []
    /// The word at the cursor, without its quotes; empty behind a space.
    package private(set) var current = ""

    /// Reads the last command of a line: what stands behind `|`, `;` or `&` outside quotes.
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
        // The program's own name is at the cursor.
        if all.isEmpty { current = "" }
    }
}
