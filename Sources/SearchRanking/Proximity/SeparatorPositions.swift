package import PostingIndex

/// The positions of punctuation in an article.
package struct SeparatorPositions {
    /// For each column, by its number, the positions in ascending order.
    private var positions: [[UInt32]] = Array(repeating: [], count: IndexColumn.count)

    /// - Parameters:
    ///   - list: the posting list of punctuation.
    ///   - row: the article.
    package init(_ list: PostingList, of row: UInt32) {
        guard let place = list.place(of: row) else { return }
        var all: [UInt64] = []
        list.appendPositions(at: place, to: &all)
        for position in all {
            let column = Int(position >> 32)
            if column < positions.count { positions[column].append(UInt32(truncatingIfNeeded: position)) }
        }
    }

    /// The number of separators before a place (in the form of `PhraseStarts`), in its column.
    package func count(before start: UInt32) -> UInt32 {
        let column = PhraseStarts.column(of: start)
        guard column < positions.count else { return 0 }
        let position = PhraseStarts.position(of: start)
        var low = 0
        var high = positions[column].count
        while low < high {
            let middle = (low + high) / 2
            if positions[column][middle] < position { low = middle + 1 } else { high = middle }
        }
        return UInt32(low)
    }

    /// Whether a separator is at a place.
    package func isSeparator(_ start: UInt32) -> Bool { count(before: start + 1) > count(before: start) }
}
