/// How the program ends, as grep does.
enum ExitCode: Int32, Sendable {
    /// Found, or done.
    case done = 0
    /// A search that found nothing.
    case nothingFound = 1
    /// A mistake in what was asked, or something that could not be done.
    case failed = 2
}
