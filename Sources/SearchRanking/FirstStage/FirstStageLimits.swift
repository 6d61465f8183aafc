/// The numbers of articles above which the first stage does not read all of them.
package struct FirstStageLimits: Sendable {
    /// Totals above this may be lower bounds.
    package var exactTotal = 10_000
    /// All articles that may have a phrase are read if there are fewer than this.
    package var minPhraseCandidates = 32_768

    package init() {}

    /// Whether counting would read most of the articles that may match, as it does if half of them pass a filter: then
    /// all matches are read and filtered at once.
    package func countsMost(of matches: Int) -> Bool { matches / 2 <= exactTotal }

    /// Tests set lower limits, so that they need only a few articles.
    @TaskLocal package static var current = FirstStageLimits()
}
