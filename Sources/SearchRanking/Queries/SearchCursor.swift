package import Articles
internal import Formats
internal import QueryLanguage

/// The start of the next page: opaque to callers, valid only for the same search.
package struct SearchCursor {
    package enum Place {
        /// The last article of the previous page, in a search sorted by date.
        case dated(date: Int64, id: Int64)
        case ranked(RankedPlace)
    }

    package var place: Place
    /// How the words of the query are matched on the pages of this search.
    package var words = QueryCompiler.WordMatching.all

    /// The maximum length of a cursor in characters.
    package static let maxLength = 4_096
    /// The first byte: the version of the format.
    private static let form: UInt8 = 1
    private static let anyFlag: UInt8 = 1
    private static let anywhereFlag: UInt8 = 8
    private static let alternativesFlag: UInt8 = 16
    private static let rankedFlag: UInt8 = 2
    private static let countedFlag: UInt8 = 4
    private static let slotsFlag: UInt8 = 32

    private static let words: [(flag: UInt8, words: QueryCompiler.WordMatching)] = [
        (anyFlag, .any), (anywhereFlag, .anywhere), (alternativesFlag, .alternatives),
    ]

    package init(_ place: Place) { self.place = place }

    // MARK: - Text

    /// - Throws: `StorageError.badCursor` if the text is not a cursor, or belongs to another search.
    package init(text: String, of request: SearchRequest) throws {
        guard text.utf8.count <= Self.maxLength, let bytes = Base64.decode(text.utf8, .url), bytes.count > 6,
            bytes[0] == Self.form, Array(bytes[2..<6]) == Self.checksum(bytes[6...], request)
        else { throw StorageError.badCursor }
        var reader = NumberReader(bytes: bytes[6...])
        let flags = bytes[1]
        words = Self.words.first { flags & $0.flag != 0 }?.words ?? .all
        guard flags & Self.rankedFlag != 0 else {
            let date = Int64(bitPattern: try reader.next())
            place = .dated(date: date, id: Int64(bitPattern: try reader.next()))
            return
        }
        var ranked = RankedPlace(end: Int(truncatingIfNeeded: try reader.next()))
        ranked.count = Int(truncatingIfNeeded: try reader.next())
        guard ranked.end >= 0, ranked.count >= 0, ranked.count <= RankedPlace.maxCount else {
            throw StorageError.badCursor
        }
        if flags & Self.slotsFlag != 0 {
            let count = try reader.next()
            guard count < SlotNumbers.maxCount else { throw StorageError.badCursor }
            for _ in 0..<count {
                let end = try reader.next()
                guard end <= UInt64(ArticleIDRange.maximum) + 1 else { throw StorageError.badCursor }
                ranked.otherEnds.append(Int(end))
            }
        }
        if flags & Self.countedFlag != 0 {
            ranked.shown = nil
        } else {
            var last: UInt64 = 0
            while !reader.isAtEnd {
                last &+= try reader.next()
                guard last <= UInt32.max else { throw StorageError.badCursor }
                ranked.shown?.insert(Int64(last))
            }
        }
        place = .ranked(ranked)
    }

    package func text(of request: SearchRequest) -> String {
        let text = encoded(request)
        guard text.utf8.count > Self.maxLength, case .ranked(var ranked) = place else { return text }
        ranked.shown = nil
        var counted = self
        counted.place = .ranked(ranked)
        return counted.encoded(request)
    }

    private func encoded(_ request: SearchRequest) -> String {
        var flags = Self.words.first { $0.words == words }?.flag ?? 0
        var numbers: [UInt8] = []
        switch place {
        case .dated(let date, let n):
            Self.append(UInt64(bitPattern: date), to: &numbers)
            Self.append(UInt64(bitPattern: n), to: &numbers)
        case .ranked(let ranked):
            flags |= Self.rankedFlag
            Self.append(UInt64(clamping: ranked.end), to: &numbers)
            Self.append(UInt64(clamping: ranked.count), to: &numbers)
            if !ranked.otherEnds.isEmpty {
                flags |= Self.slotsFlag
                Self.append(UInt64(ranked.otherEnds.count), to: &numbers)
                for end in ranked.otherEnds { Self.append(UInt64(clamping: end), to: &numbers) }
            }
            if let shown = ranked.shown {
                var last: UInt64 = 0
                for n in shown.sorted().map({ UInt64(clamping: $0) }) {
                    Self.append(n - last, to: &numbers)
                    last = n
                }
            } else {
                flags |= Self.countedFlag
            }
        }
        return Base64.encode([Self.form, flags] + Self.checksum(numbers[...], request) + numbers, .url)
    }

    /// FNV-1a over the numbers and the parameters of the search. It detects accidental changes; cursors need no
    /// protection against tampering.
    private static func checksum(_ numbers: ArraySlice<UInt8>, _ request: SearchRequest) -> [UInt8] {
        var hash: UInt32 = 0x811C_9DC5
        func add(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        for part in [
            request.sort.rawValue, request.match.rawValue, request.within ?? "", request.query.description,
        ] {
            for byte in part.utf8 { add(byte) }
            add(0xFF)
        }
        for byte in numbers { add(byte) }
        return (0..<4).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt32($0))) }
    }

    /// Seven bits per byte, lowest first; the highest bit is set if more bytes follow.
    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private struct NumberReader {
        var bytes: ArraySlice<UInt8>

        var isAtEnd: Bool { bytes.isEmpty }

        mutating func next() throws -> UInt64 {
            var number: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 7) {
                guard let byte = bytes.popFirst() else { throw StorageError.badCursor }
                number |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return number }
            }
            throw StorageError.badCursor
        }
    }
}

/// The hits shown so far, best first.
///
/// Articles are added and removed between two pages, which changes every rank and weight. The cursor therefore keeps
/// the ids of the hits shown, and articles added after the first page are left out. No hit is shown twice, and no match
/// of the first page is skipped ([decision 57](../../docs/decisions/0057-cursors-and-snippets.md)).
package struct RankedPlace {
    /// Greater than every article id that existed when the first page was read.
    package var end: Int
    /// The same for each slot after the first; empty for one slot. Ids are numbers of the slot.
    package var otherEnds: [Int] = []
    /// The number of hits shown.
    package var count = 0
    /// The ids of these hits; nil if they do not fit into a cursor, in which case only `count` is known.
    package var shown: Set<Int64>? = []

    package static let maxCount = 10_000_000

    package init(end: Int) { self.end = end }

    func hasShown(_ n: Int64) -> Bool { shown?.contains(n) ?? false }

    /// The matches that have not been shown, in this page's order.
    package func rest(of matches: [RankedMatch]) -> [RankedMatch] {
        shown == nil ? Array(matches.dropFirst(count)) : matches.filter { !hasShown($0.id) }
    }

    /// Moves hits that were already shown to the front, so that their near-duplicates are folded into them whatever
    /// their rank.
    package func shownFirst(_ matches: [RankedMatch]) -> [RankedMatch] {
        guard let shown, !shown.isEmpty else { return matches }
        return matches.filter { shown.contains($0.id) } + matches.filter { !shown.contains($0.id) }
    }

    package func adding(_ hits: [SearchHit]) -> RankedPlace {
        var next = self
        next.count = min(count + hits.count, Self.maxCount)
        next.shown?.formUnion(hits.map(\.id))
        return next
    }
}
