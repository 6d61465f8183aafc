private import CICU

/// A regular expression in ICU's syntax, whose work its caller can stop.
@safe public final class RegularExpression {
    /// What became of a search for a match.
    public enum Outcome: Sendable {
        case found, notFound
        /// Stopped by the caller, or in need of more than ICU's 8 MB for what is left to be tried.
        case stopped
    }

    /// As it was typed.
    public let pattern: String
    private let handle: OpaquePointer

    /// Nil where the pattern is broken.
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

    /// Looks for the pattern anywhere in a text.
    ///
    /// - Parameter goesOn: asked every 10,000 steps, some 0.1 ms; false stops.
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

    /// A closure that C can carry.
    private final class Question {
        let goesOn: () -> Bool
        init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
    }
}
