/// The subscription folders that a user has opened or closed. They are stored for the account as lines `+PATH` (open)
/// and `-PATH` (closed).
struct OpenFolders: Sendable {
    /// The account preference in which the folders are stored.
    static let preference = "folders"
    private static let maxFolders = 2_000
    private static let maxBytes = 128 << 10

    private var states: [(path: String, isOpen: Bool)] = []
    private var byPath: [String: Bool] = [:]

    init(_ text: String = "") {
        for line in text.split(separator: "\n") where line.count > 1 {
            states.append((String(line.dropFirst()), line.first == "+"))
        }
        updatePaths()
    }

    private mutating func updatePaths() {
        byPath = Dictionary(states.map { ($0.path, $0.isOpen) }, uniquingKeysWith: { $1 })
    }

    /// Whether the user has opened or closed a folder; nil if neither.
    subscript(path: String) -> Bool? { byPath[path] }

    /// Records whether a folder is open. If there are too many folders, the least recently changed ones are dropped.
    mutating func set(_ path: String, isOpen: Bool) {
        guard !path.isEmpty, !path.contains("\n") else { return }
        states.removeAll { $0.path == path }
        states.append((path, isOpen))
        while states.count > Self.maxFolders || text.utf8.count > Self.maxBytes { states.removeFirst() }
        updatePaths()
    }

    var text: String { states.map { ($0.isOpen ? "+" : "-") + $0.path + "\n" }.joined() }
}
