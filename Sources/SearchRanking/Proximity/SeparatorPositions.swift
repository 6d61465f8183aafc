internal import PostingIndex

/// Where punctuation stands in an article, from its units: what doclists of words do not tell.
package struct SeparatorPositions {
    /// By the number of the column: positions, ascending.
    private var positions: [[UInt32]] = Array(repeating: [], count: IndexColumn.count)
    /// The end of the text was cut off where the units end.
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

    /// How many stand before a place, as `PhraseStarts` has it, in its column.
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

    /// Whether one stands at a place.
    package func isSeparator(_ start: UInt32) -> Bool { count(before: start + 1) > count(before: start) }
}
