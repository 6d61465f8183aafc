/// newsboat's list of subscriptions, in the file `urls`.
///
/// A line consists of an address and tags, which are quoted if they contain blanks; `#` begins a comment. A tag that
/// begins with `~` is the title; one that begins with `!` hides the feed. (newsboat: doc/newsboat.asciidoc "The urls
/// file", src/fileurlreader.cpp.)
enum NewsboatURLs {
    static func read(_ bytes: [UInt8], into sink: inout ArchiveSink) throws {
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let words = words(of: line)
            guard let address = words.first else { continue }
            let place = ArchiveReport.Place.line(number)
            switch kind(of: address) {
            case .query: sink.report.refuse(place, .query)
            case .program: sink.report.refuse(place, .program)
            case .address:
                let tags = words.dropFirst().prefix(ArchiveSink.maxTags)
                let title = tags.first { $0.hasPrefix("~") }.map { String($0.dropFirst()) }
                let folders = tags.filter { !$0.hasPrefix("~") && !$0.hasPrefix("!") }
                try sink.subscription(address, title: title, home: nil, folders: folders.map { [$0] }, at: place)
            }
        }
    }

    enum Kind { case address, query, program }

    /// The kind of a line. `exec:` runs a program and reads its output as a feed; `filter:` passes a feed through a
    /// program.
    static func kind(of address: String) -> Kind {
        if address.hasPrefix("query:") { return .query }
        return address.hasPrefix("exec:") || address.hasPrefix("filter:") ? .program : .address
    }

    /// Splits a line as newsboat does: inside quotes, a backslash escapes the next byte.
    static func words(of line: ArraySlice<UInt8>) -> [String] {
        var words: [String] = []
        var index = line.startIndex
        while true {
            while index < line.endIndex, line[index] <= 0x20 { index += 1 }
            guard index < line.endIndex, line[index] != UInt8(ascii: "#") else { return words }
            var word: [UInt8] = []
            if line[index] == UInt8(ascii: "\"") {
                index += 1
                while index < line.endIndex, line[index] != UInt8(ascii: "\"") {
                    if line[index] == UInt8(ascii: "\\"), index + 1 < line.endIndex {
                        index += 1
                        word += escaped(line[index])
                    } else {
                        word.append(line[index])
                    }
                    index += 1
                }
                index = min(index + 1, line.endIndex)
            } else {
                while index < line.endIndex, line[index] > 0x20 {
                    word.append(line[index])
                    index += 1
                }
            }
            words.append(String(decoding: word, as: UTF8.self))
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): [0x20]
        default: [byte]
        }
    }
}
