/// Article counts above which the first stage no longer reads all matching articles.
package struct FirstStageLimits: Sendable {
    /// Up to this many matches, the total must be exact; above that, it may be a lower bound.
    package var exactTotal = 10_000
    /// If fewer articles than this may contain a phrase, all of them are read.
    package var minPhraseCandidates = 32_768

    package init() {}

    /// Whether counting the matches exactly would mean reading most of the articles that may match, assuming that half
    /// of them pass the filter. If so, all matches are read and filtered at once.
    package func countsMost(of matches: Int) -> Bool { matches / 2 <= exactTotal }

    /// Tests set lower limits, so that they need only a few articles.
    @TaskLocal package static var current = FirstStageLimits()
}
