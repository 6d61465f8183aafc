internal import Markup

/// Finds a field of an item: a selector, and optionally an attribute to read instead of the text.
///
/// For example, `.item_title a` selects the text of a link, `.item_title a@href` its address, and `@data-id` an
/// attribute of the item itself.
public struct FieldRule: Sendable, Equatable {
    /// Selects an element inside the item; nil to use the item itself.
    public var selector: Selector?
    public var attribute: String?
    /// The rule as written.
    public let text: String

    public init(_ text: String) throws(SelectorSyntaxError) {
        self.text = text
        var selector = text[...]
        if let at = text.lastIndex(of: "@") {
            let name = text[text.index(after: at)...]
            let isName = !name.isEmpty && name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D || $0 == 0x5F }
            if isName {
                attribute = name.lowercased()
                selector = text[..<at]
            }
        }
        let isItem = selector.allSatisfy(\.isWhitespace) && attribute != nil
        self.selector = isItem ? nil : try Selector(String(selector))
    }

    /// The first element inside an item that matches the selector, or the item itself if there is no selector.
    func element(of item: Int, in tree: HTMLTree) -> Int? {
        guard let selector else { return item }
        return SelectorMatcher(selector, in: tree).matches(inside: item, limit: 1).first
    }

    /// The value of the rule's attribute. If the rule names no attribute: the first attribute of `attributes` that the
    /// element has, otherwise the text.
    func value(of item: Int, in tree: HTMLTree, attributes: [String] = []) -> String? {
        guard let element = element(of: item, in: tree) else { return nil }
        if let attribute { return tree.attribute(attribute, of: element) }
        for name in attributes {
            if let value = tree.attribute(name, of: element), !value.isEmpty { return value }
        }
        return tree.text(of: element)
    }
}
