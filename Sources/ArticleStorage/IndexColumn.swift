/// The columns of the index. The text comes first: hits in column 0 need no mark of their column, which is a quarter of
/// the index's size.
enum IndexColumn {
    static let body = 0
    static let title = 1
    static let author = 2
    static let count = 3
}
