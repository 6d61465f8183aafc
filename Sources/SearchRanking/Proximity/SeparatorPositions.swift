internal import PostingIndex

/// The positions of punctuation in an article, from its units.
package struct SeparatorPositions {
    /// Index: column number. Positions, ascending.
    private var positions: [[UInt32]] = Array(repeating: [], count: IndexColumn.count)
    /// False if the end of the text was cut off.
    package let isWhole: Bool

    /// - Complexity: linear in the units.
    package init(units: [UInt16]) {
        isWhole = units.count < ForwardUnits.maxCodes
        var column = IndexColumn.title
        var position: UInt32 = 0
        var index = 0
        while index < units.count {
            let code = units[index]
            if ForwardUnits.isWord(code) {
                position += 1
                index += 2
                continue
            }
            index += 1
            switch code {
            case ForwardUnits.separator:
                positions[column].append(position)
                position += 1
            case ForwardUnits.endOfTitle, ForwardUnits.endOfText:
                column = code == ForwardUnits.endOfTitle ? IndexColumn.body : IndexColumn.author
                position = 0
            case ...ForwardUnits.lastMark: continue
            default: position += 1
            }
        }
    }

    /// The number of separators before a place (as in `PhraseStarts`), in its column.
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
