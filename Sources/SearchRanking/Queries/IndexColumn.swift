/// The columns of the index. The text is first, because positions in column 0 need no column number; this makes the
/// index 25 % smaller.
package enum IndexColumn {
    package static let body = 0
    package static let title = 1
    package static let author = 2
    package static let count = 3
}
