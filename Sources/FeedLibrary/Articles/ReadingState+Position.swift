package import Articles
internal import FeedParsing
internal import Formats

/// How far articles have been read.
extension ReadingState {
    /// How much of an article has been read, in thousandths of its text; 0 if the user has not begun to read it or has
    /// finished it.
    package func position(of article: ArticleID) throws -> Int {
        try positions().first { $0.article == article }?.thousandths ?? 0
    }

    /// Stores how much of an article has been read. The oldest position is forgotten if there are more than
    /// `maxPositions`.
    ///
    /// - Parameter thousandths: 0...1000; 0 removes the position.
    package func setPosition(_ thousandths: Int, of article: ArticleID) throws {
        let known = try positions()
        var positions = known.filter { $0.article != article }
        if thousandths > 0 { positions.insert((article, thousandths), at: 0) }
        if thousandths == 0, positions.count == known.count { return }
        var writer = JSONWriter()
        writer.object { object in
            for position in positions.prefix(Self.maxPositions) {
                object.member(String(position.article), position.thousandths)
            }
        }
        try store.setClientState(positions.isEmpty ? nil : writer.bytes, of: Self.positionsName)
    }

    private static let (positionsName, maxPositions) = ("positions", 200)

    /// The stored positions, the newest first.
    private func positions() throws -> [(article: ArticleID, thousandths: Int)] {
        guard let state = try store.clientState(of: Self.positionsName) else { return [] }
        return (JSONValue.parse(state)?.members ?? []).compactMap { key, value in
            guard let article = ArticleID(key), let thousandths = value.integer else { return nil }
            return (article, Int(thousandths))
        }
    }
}
