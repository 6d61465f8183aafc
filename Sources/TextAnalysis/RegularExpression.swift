private import CICU

/// A regular expression in ICU's syntax. The caller can stop a search while it runs.
@safe public final class RegularExpression {
    /// The result of a search for a match.
    public enum Outcome: Sendable {
        case found, notFound
        /// The caller stopped the search, or ICU's limit of 8 MB for backtracking was reached.
        case stopped
    }

    /// The pattern as given, unfolded.
    public let pattern: String
    private let handle: OpaquePointer

    /// Returns nil if the pattern has a syntax error.
    public init?(_ pattern: String, caseInsensitive: Bool) {
        self.pattern = pattern
        let units = Array(pattern.utf16)
        var place: Int32 = 0
        guard
            let opened = unsafe cicu_regex_open(units, Int32(clamping: units.count), caseInsensitive ? 1 : 0, &place)
        else { return nil }
        unsafe handle = opened
    }

    deinit { unsafe cicu_regex_close(handle) }

    /// Searches for the pattern anywhere in a text.
    ///
    /// - Parameter goesOn: called every 10,000 steps, about 0.1 ms. The search stops if it returns false.
    public func find(in text: String, while goesOn: () -> Bool) -> Outcome {
        let units = Array(text.utf16)
        return withoutActuallyEscaping(goesOn) { goesOn in
            let question = Question(goesOn)
            let answer = unsafe cicu_regex_find(
                handle, units, Int32(clamping: units.count),
                { context in
                    guard let context = unsafe context else { return 1 }
                    return unsafe Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().goesOn() ? 1 : 0
                }, Unmanaged.passUnretained(question).toOpaque())
            return withExtendedLifetime(question) { answer < 0 ? .stopped : answer == 1 ? .found : .notFound }
        }
    }

    /// Wraps a closure in an object, so that it can be passed through C as a pointer.
    private final class Question {
        let goesOn: () -> Bool
        init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
    }
}
