/// The rules by which terms are made. An index keeps the terms of articles that were indexed under earlier rules, until
/// `reindex`.
public enum TermRules: Sendable {
    case current
    /// Terms that only earlier rules made are included; terms of new rules may be, too. An article is removed from an
    /// index by the terms of both.
    ///
    /// Until 2026-11-29, contractions were joined (`shell` for `she'll`), dashes between words separated sentences, and
    /// U+02BC and its like were letters.
    case earlier
}
