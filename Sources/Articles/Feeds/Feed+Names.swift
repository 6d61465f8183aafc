internal import TextAnalysis

extension Feed {
    /// Whether `feed:` with this name matches the feed: its address or one of its titles contains the name.
    ///
    /// - Parameter folded: the name, folded.
    package func isNamed(_ name: String, folded: String) -> Bool {
        url == name || url.lowercased().contains(folded)
            || [title, ownTitle].contains { $0.map { Analyzer.shared.foldedText($0).contains(folded) } ?? false }
    }

    /// Whether the feed is in a folder with this folded name or path (a/b), or in a folder inside it.
    package func isInFolder(folded: String) -> Bool {
        folders.contains { path in
            path.indices.contains { end in
                let upTo = path[...end]
                return Analyzer.shared.foldedText(path[end]) == folded
                    || Analyzer.shared.foldedText(upTo.joined(separator: "/")) == folded
            }
        }
    }
}
