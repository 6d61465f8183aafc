/// The frequencies of a term in 1,024 consecutive rows.
public struct FrequencyWindow {
    /// The number of rows in a window. Window *n* begins with row 1,024 × *n*.
    public static let size = 1_024

    /// A set of rows of a window, one bit per row.
    public typealias Rows = SIMD16<UInt64>

    /// The rows that contain the term.
    public internal(set) var rows = Rows()
    /// The weighted frequency in each row; 0 for other rows.
    public internal(set) var frequencies = [Float](repeating: 0, count: size)

    public init() {}

    mutating func removeAll() {
        rows = Rows()
        unsafe frequencies.withUnsafeMutableBufferPointer { unsafe $0.update(repeating: 0) }
    }

    /// Sets the frequencies of ascending rows of the window; 0 removes a row.
    mutating func set(
        _ rows: UnsafePointer<UInt32>, _ values: UnsafePointer<Float>, count: Int, first: UInt32
    ) {
        // Uses words in memory, because setting a vector lane by a variable index is slow.
        unsafe withUnsafeMutableBytes(of: &self.rows) { words in
            let words = unsafe words.assumingMemoryBound(to: UInt64.self)
            unsafe frequencies.withUnsafeMutableBufferPointer { frequencies in
                for index in 0..<count {
                    let place = unsafe Int(rows[index] &- first) & (Self.size - 1)
                    let value = unsafe values[index]
                    unsafe frequencies[place] = value
                    let bit: UInt64 = 1 &<< UInt64(place & 63)
                    if value > 0 { unsafe words[place >> 6] |= bit } else { unsafe words[place >> 6] &= ~bit }
                }
            }
        }
    }
}

extension FrequencyWindow {
    /// Keeps the places whose frequency f and length l satisfy f × `rest` >= `base` + `slope` × l. Their order does not
    /// change.
    ///
    /// - Parameters:
    ///   - places: only the first `count` are used.
    ///   - frequencies: the frequency at each place of a window.
    ///   - lengths: the length at each place of a window.
    /// - Returns: the number of places kept.
    public static func keep(
        _ places: inout [Int], count: Int, frequencies: [Float], lengths: [Float], rest: Float, base: Float,
        slope: Float
    ) -> Int {
        precondition(count <= places.count && frequencies.count >= size && lengths.count >= size)
        var kept = 0
        unsafe places.withUnsafeMutableBufferPointer { places in
            unsafe frequencies.withUnsafeBufferPointer { frequencies in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    for index in 0..<count {
                        let place = unsafe places[index] & (size - 1)
                        unsafe places[kept] = place
                        kept += unsafe frequencies[place] * rest >= base + slope * lengths[place] ? 1 : 0
                    }
                }
            }
        }
        return kept
    }
}

extension FrequencyWindow.Rows {
    /// The rows of an ascending list that are in a window.
    public init(_ rows: [UInt32], ofWindow number: Int) {
        self.init()
        let rows = rows.span
        let first = number * FrequencyWindow.size
        var index = rows.firstIndex(notBelow: UInt32(clamping: first))
        while index < rows.count, Int(rows[index]) < first + FrequencyWindow.size {
            insert(place: Int(rows[index]) - first)
            index += 1
        }
    }

    /// Uses words in memory, because setting a vector lane by a variable index is slow.
    public mutating func insert(place: Int) {
        precondition((0..<FrequencyWindow.size).contains(place))
        unsafe withUnsafeMutableBytes(of: &self) { words in
            unsafe words.assumingMemoryBound(to: UInt64.self)[place >> 6] |= 1 << UInt64(place & 63)
        }
    }

    /// Writes the places of the rows in the window, ascending, to the beginning of `places`.
    ///
    /// - Parameter places: must have at least `FrequencyWindow.size` elements.
    /// - Returns: the number of rows.
    public func write(to places: inout [Int]) -> Int {
        precondition(places.count >= FrequencyWindow.size)
        var count = 0
        unsafe places.withUnsafeMutableBufferPointer { places in
            forEachPlace { place in
                unsafe places[count] = place
                count += 1
            }
        }
        return count
    }

    /// The number of rows.
    public var rowCount: Int {
        var count = 0
        unsafe withUnsafeBytes(of: self) { words in
            let words = unsafe words.assumingMemoryBound(to: UInt64.self)
            for index in 0..<Self.scalarCount { unsafe count += words[index].nonzeroBitCount }
        }
        return count
    }

    public var isEmpty: Bool { self == Self() }

    /// Calls `body` with each row's place in the window, ascending.
    @inline(__always)
    public func forEachPlace(_ body: (Int) throws -> Void) rethrows {
        try unsafe withUnsafeBytes(of: self) { words in
            let words = unsafe words.assumingMemoryBound(to: UInt64.self)
            for index in 0..<Self.scalarCount {
                var word = unsafe words[index]
                while word != 0 {
                    try body(index << 6 | word.trailingZeroBitCount)
                    word &= word &- 1
                }
            }
        }
    }
}
