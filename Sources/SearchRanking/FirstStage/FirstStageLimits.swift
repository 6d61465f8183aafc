/// From how many articles on the first stage does not read all of them.
package struct FirstStageLimits: Sendable {
    /// Totals above this may be lower bounds.
    package var exactTotal = 10_000
    /// With fewer articles that may have a phrase, all are read.
    package var minPhraseCandidates = 32_768
    /// With fewer articles that may match, all matches are found, and then filtered.
    package var minFilteredMatches = 1_024

    package init() {}

    /// Others in tests, with few articles.
    @TaskLocal package static var current = FirstStageLimits()
}
