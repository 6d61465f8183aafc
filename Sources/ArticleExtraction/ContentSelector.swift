internal import Markup
internal import PageRecipes

/// A CSS selector of the elements that an article's text stands in.
public struct ContentSelector: Sendable {
    private let selector: Selector
    private static let maxElements = 1_000

    /// - Returns: nil where the text is no selector.
    public init?(_ text: String) {
        guard let selector = try? Selector(text) else { return nil }
        self.selector = selector
    }

    func matches(in tree: HTMLTree) -> [Int] { selector.matches(in: tree, limit: Self.maxElements) }
}
