/// The columns of the index. The text is first: positions in column 0 need no column number, which saves 25 % of the
/// index's size.
package enum IndexColumn {
    package static let body = 0
    package static let title = 1
    package static let author = 2
    package static let count = 3
}
