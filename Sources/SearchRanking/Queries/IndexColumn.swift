/// The columns of the index. The text comes first: hits in column 0 need no mark of their column, which is a quarter of
/// the index's size.
package enum IndexColumn {
    package static let body = 0
    package static let title = 1
    package static let author = 2
    package static let count = 3
}
