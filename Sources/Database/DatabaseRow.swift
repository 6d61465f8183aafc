public import Formats

/// A row of a query's result. Columns are counted from 0. NULL and values of an unexpected type are read as 0 or as
/// empty.
public protocol DatabaseRow {
    func isNull(_ column: Int32) -> Bool
    func integer(_ column: Int32) -> Int64
    func real(_ column: Int32) -> Double
    /// The text of a column. Bytes that are not valid UTF-8 become U+FFFD.
    func text(_ column: Int32) -> String
    func bytes(_ column: Int32) -> [UInt8]
    /// A list that was bound as `DatabaseValue.integers` or `packedIntegers`.
    func integers(_ column: Int32) -> [Int64]
}

extension DatabaseRow {
    @inlinable
    public func bool(_ column: Int32) -> Bool { integer(column) != 0 }
    @inlinable
    public func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    @inlinable
    public func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// A count read from a column. Negative numbers become 0 and large ones are limited, so that sums cannot overflow
    /// even if the rows are crafted.
    @inlinable
    public func count(_ column: Int32) -> Int { Int(max(0, min(integer(column), Int64(UInt32.max)))) }
    @inlinable
    public func countOrNil(_ column: Int32) -> Int? { isNull(column) ? nil : count(column) }

    /// A time in seconds since 1970, limited to the years 1 to 9999, so that calculations cannot overflow even if the
    /// rows are crafted.
    @inlinable
    public func seconds(_ column: Int32) -> Int64 { CivilTime.bounded(seconds: integer(column)) }
    @inlinable
    public func secondsOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : seconds(column) }
}
