/// Folders by their paths of names.
package enum FolderPaths {
    /// A deeper folder is a circle in a damaged database.
    private static let maxDepth = 64

    /// - Parameter folders: each with the id of the folder around it; 0 for none.
    /// - Returns: the path of each, the outermost name first.
    package static func of(_ folders: [(id: Int64, parent: Int64, name: String)]) -> [Int64: [String]] {
        let names = Dictionary(folders.map { ($0.id, (parent: $0.parent, name: $0.name)) }) { $1 }
        return names.mapValues { entry in
            var path = [entry.name]
            var parent = entry.parent
            while let next = names[parent], path.count < maxDepth {
                path.insert(next.name, at: 0)
                parent = next.parent
            }
            return path
        }
    }
}
