/// What one part of a task on stored articles did.
struct BackfillPart {
    /// The last article that was looked at.
    var last: Int64
    var articles: Int
}
