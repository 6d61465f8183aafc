/// The nodes and subscriptions of a Liferea database. There are few of them, so they are kept in memory, up to a limit.
struct LifereaFeeds {
    struct Feed {
        var url: String
        var title: String?
    }

    private struct Node {
        var parent: String
        var title: String?
    }

    private var nodes: [String: Node] = [:]
    private var subscriptions: [(node: String, source: String, home: String?, row: Int64)] = []
    private var feeds: [String: Feed] = [:]

    private static let nodeTable = TableShape(
        "node", needed: ["node_id"], wanted: ["parent_id", "title"],
        ignored: ["type", "expanded", "view_mode", "sort_column", "sort_reversed"])
    private static let subscriptionTable = TableShape(
        "subscription", needed: ["node_id", "source"], wanted: ["orig_source"],
        ignored: ["filter_cmd", "update_interval", "default_interval", "discontinued", "available"])
    private static let metadata = TableShape(
        "subscription_metadata", needed: ["node_id", "key", "value"], ignored: ["nr"])
    private static let maxNodes = 100_000

    init(_ database: ForeignDatabase, report: inout ArchiveReport) throws(ReaderArchiveError) {
        try readNodes(database, report: &report)
        let homes = try homes(database, report: &report)
        guard let table = try ForeignTable(Self.subscriptionTable, in: database, report: &report) else { return }
        let columns = table.list(["node_id", "source"], of: "s")
        let rows = try database.rows("SELECT \(columns), s.rowid FROM subscription s LIMIT \(Self.maxNodes)")
        while try rows.next() {
            guard let node = rows.text(0), let source = rows.text(1) else { continue }
            subscriptions.append((node, source, homes[node], rows.integer(2) ?? 0))
            if let url = ImportedAddress.ofFeed(source) { feeds[node] = Feed(url: url, title: nodes[node]?.title) }
        }
    }

    func feed(_ node: String) -> Feed? { feeds[node] }
    func title(_ node: String) -> String? { nodes[node]?.title }

    func deliver(to sink: inout ArchiveSink) throws {
        for subscription in subscriptions {
            let place = ArchiveReport.Place.row(table: "subscription", subscription.row)
            // A vertical bar begins a command, as in a shell.
            if subscription.source.hasPrefix("|") {
                sink.report.refuse(place, .program)
                continue
            }
            let folder = folder(of: subscription.node)
            try sink.subscription(
                subscription.source, title: nodes[subscription.node]?.title, home: subscription.home,
                folders: folder.isEmpty ? [] : [folder], at: place)
        }
    }

    /// The titles of the folders that contain a node. The root node has no title.
    private func folder(of node: String) -> [String] {
        var titles: [String] = []
        var next = nodes[node]?.parent ?? ""
        // Limit the depth, because nodes in a crafted file may contain each other.
        for _ in 0..<ArchiveSink.deepestFolder {
            guard let node = nodes[next] else { break }
            if let title = node.title { titles.append(title) }
            next = node.parent
        }
        return titles.reversed()
    }

    private mutating func readNodes(_ database: ForeignDatabase, report: inout ArchiveReport) throws(ReaderArchiveError)
    {
        guard let table = try ForeignTable(Self.nodeTable, in: database, report: &report) else { return }
        let columns = table.list(["node_id", "parent_id", "title"], of: "n")
        let rows = try database.rows("SELECT \(columns) FROM node n LIMIT \(Self.maxNodes)")
        while try rows.next() {
            guard let node = rows.text(0) else { continue }
            nodes[node] = Node(parent: rows.text(1) ?? "", title: ArchiveSink.filled(rows.text(2)))
        }
    }

    private func homes(
        _ database: ForeignDatabase, report: inout ArchiveReport
    ) throws(ReaderArchiveError) -> [String: String] {
        guard try ForeignTable(Self.metadata, in: database, report: &report) != nil else { return [:] }
        let rows = try database.rows(
            "SELECT node_id, value FROM subscription_metadata WHERE key = 'homepage' LIMIT \(Self.maxNodes)")
        var homes: [String: String] = [:]
        while try rows.next() { if let node = rows.text(0) { homes[node] = ImportedAddress.kept(rows.text(1)) } }
        return homes
    }
}
