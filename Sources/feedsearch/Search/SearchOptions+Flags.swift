import FeedLibrary
import Messages
import SQLiteEngine
import System

extension SearchOptions {
    /// The options given by flags and settings.
    ///
    /// - Throws: `UserFacingError` for an invalid `--timeout`, or if `--sort` is an order of feeds.
    init(_ invocation: Invocation) throws {
        var input = SearchInput()
        for parameter in SearchParameter.withFlag {
            guard let name = parameter.flag?.name, let flag = Flag(rawValue: name),
                let text = invocation.settings.value(flag)
            else { continue }
            // The value of `--timeout` has a unit, for example `500ms`.
            let value = SearchParameter.Value(
                text: text, boolean: parameter.flag?.setsBoolean,
                number: flag == .timeout ? try invocation.timeout() : Int(text))
            if !parameter.set(value, in: &input) {
                throw invocation.userError(
                    .notAChoice, [flag.spelling, text, parameter.choices.joined(separator: "|")])
            }
        }
        self = input.options
        synonyms = try invocation.synonyms()
    }
}
