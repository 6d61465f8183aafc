/// From how many articles on the first stage does not read all of them.
package struct FirstStageLimits: Sendable {
    /// Totals above this may be lower bounds.
    package var exactTotal = 10_000
    /// With fewer articles that may have a phrase, all are read.
    package var minPhraseCandidates = 32_768

    package init() {}

    /// Whether counting goes through most of the articles that may match, as it does where half of them pass a filter: then all
    /// matches are found, and filtered at once.
    package func countsMost(of matches: Int) -> Bool { matches / 2 <= exactTotal }

    /// Others in tests, with few articles.
    @TaskLocal package static var current = FirstStageLimits()
}
