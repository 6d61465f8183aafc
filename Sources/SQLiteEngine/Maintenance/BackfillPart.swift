/// The result of one part of a backfill task.
struct BackfillPart {
    /// The last article that was examined.
    var last: Int64
    var articles: Int
}
