/// Folders by their paths of names.
package struct FolderPaths {
    private var names: [Int64: (parent: Int64, name: String)] = [:]
    /// A depth above this means a cycle in a damaged database.
    private static let maxDepth = 64

    package init() {}

    /// - Parameter parent: the id of the parent folder; 0 for none.
    package mutating func add(_ id: Int64, parent: Int64, name: String) { names[id] = (parent, name) }

    /// The path, outermost name first; nil if there is no such folder.
    package subscript(id: Int64) -> [String]? {
        guard let own = names[id] else { return nil }
        var path = [own.name]
        var parent = own.parent
        while let next = names[parent], path.count < Self.maxDepth {
            path.insert(next.name, at: 0)
            parent = next.parent
        }
        return path
    }

    /// All paths by folder id.
    package var all: [Int64: [String]] {
        Dictionary(names.keys.map { ($0, self[$0] ?? []) }) { $1 }
    }
}
