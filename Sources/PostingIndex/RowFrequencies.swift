/// Some rows, ascending, with the weighted frequency of a term or phrase in each.
public struct RowFrequencies: Sendable {
    public var rows: [UInt32] = []
    public var frequencies: [Float] = []

    public init(rows: [UInt32] = [], frequencies: [Float] = []) {
        self.rows = rows
        self.frequencies = frequencies
    }

    public var count: Int { rows.count }

    /// The index of the first row that is not below `row`.
    ///
    /// - Complexity: a binary search.
    func firstIndex(notBelow row: UInt32) -> Int { rows.span.firstIndex(notBelow: row) }

    /// Sets the frequencies of the rows in a window.
    public func read(window number: Int, into window: inout FrequencyWindow) {
        window.removeAll()
        add(to: &window, number)
    }

    /// - Returns: the number of rows in the window.
    @discardableResult
    func add(to window: inout FrequencyWindow, _ number: Int) -> Int {
        guard let first = UInt32(exactly: number * FrequencyWindow.size) else { return 0 }
        let start = firstIndex(notBelow: first)
        var end = start
        let rows = rows.span
        while end < rows.count, rows[end] &- first < UInt32(FrequencyWindow.size) { end += 1 }
        if start == end { return 0 }
        unsafe self.rows.withUnsafeBufferPointer { rows in
            unsafe frequencies.withUnsafeBufferPointer { frequencies in
                guard let row = rows.baseAddress, let frequency = frequencies.baseAddress else { return }
                unsafe window.set(row + start, frequency + start, count: end - start, first: first)
            }
        }
        return end - start
    }

    /// The highest frequency in each window, up to the last window that has a row.
    public func maxFrequencies() -> [Float] {
        var out = [Float](repeating: 0, count: self.rows.last.map { Int($0) / FrequencyWindow.size + 1 } ?? 0)
        let rows = self.rows.span
        let frequencies = self.frequencies.span
        var window = 0
        var most: Float = 0
        for index in rows.indices {
            let next = Int(rows[index]) / FrequencyWindow.size
            if next != window {
                out[window] = most
                window = next
                most = 0
            }
            most = max(most, frequencies[index])
        }
        if !rows.isEmpty { out[window] = most }
        return out
    }
}
