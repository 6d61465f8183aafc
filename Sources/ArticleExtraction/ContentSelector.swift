internal import Markup
internal import PageRecipes

/// A CSS selector for the elements that contain an article's text.
public struct ContentSelector: Sendable {
    private let selector: Selector
    private static let maxElements = 1_000

    /// - Returns: nil if the text is not a valid selector.
    public init?(_ text: String) {
        guard let selector = try? Selector(text) else { return nil }
        self.selector = selector
    }

    func matches(in tree: HTMLTree) -> [Int] { selector.matches(in: tree, limit: Self.maxElements) }
}
