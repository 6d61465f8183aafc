/// The rules for making terms. Terms of articles indexed under earlier rules stay in the index until `reindex`.
public enum TermRules: Sendable {
    case current
    /// Includes terms that only earlier rules made, and may include terms of the current rules. To remove an article
    /// from an index, its terms under both sets of rules must be removed.
    ///
    /// Until 2026-11-29, contractions were joined (`shell` for `she'll`), dashes between words separated sentences, and
    /// U+02BC and similar characters were letters.
    case earlier
}
