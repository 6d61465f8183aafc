/// Pictures that a script loads when they are scrolled into view: their address is in an attribute of the script's, and `src`
/// has a placeholder or is absent.
package enum LazyPicture {
    /// The attributes that scripts read an address from, the commonest first.
    package static let sources = [
        "data-src", "data-lazy-src", "data-original", "data-actualsrc", "data-original-src", "data-url", "data-echo",
        "data-lazy", "data-hi-res-src", "data-full-src",
    ]
    /// The same for `srcset`.
    package static let sourceSets = ["data-srcset", "data-lazy-srcset", "data-original-set"]

    private static let placeholders = [
        "blank.", "spacer", "placeholder", "loading.", "loader.", "lazy", "pixel.", "1x1", "grey.", "transparent.",
    ]

    /// Whether an address in `src` may stand for another one: nothing, a picture within the address, or by its name.
    package static func isPlaceholder(_ source: String) -> Bool {
        let source = source.prefix(1_000).lowercased()
        return source.allSatisfy(\.isWhitespace) || source.hasPrefix("data:") || source.hasPrefix("about:")
            || placeholders.contains { source.contains($0) }
    }

    /// Whether a class says that a script loads the picture: `lazy`, `lazyload`, `b-lazy`.
    package static func isLazy(class names: String) -> Bool {
        names.prefix(500).lowercased().split { !$0.isLetter }.contains { $0.hasPrefix("lazy") }
    }
}
