internal import Articles
internal import Pipelines

/// A search provider for GNOME Shell (<https://developer.gnome.org/documentation/tutorials/search-provider.html>).
///
/// Names and descriptions are plain text: the Shell escapes them where it needs markup. It expects exactly one result
/// for each article id.
struct ShellProvider {
    static let interface = BusInterface(
        "org.gnome.Shell.SearchProvider2",
        [
            .init("GetInitialResultSet", ["as"], ["as"]),
            .init("GetSubsearchResultSet", ["as", "as"], ["as"]),
            .init("GetResultMetas", ["as"], ["aa{sv}"]),
            .init("ActivateResult", ["s", "as", "u"]),
            .init("LaunchSearch", ["as", "u"]),
        ])

    let desktop: Desktop

    func reply(to method: String, _ arguments: [BusValue], until deadline: Deadline) throws -> BusReply {
        switch method {
        case "GetInitialResultSet": try found(arguments[0], deadline)
        // Ignore the earlier results: the longer word may sound like words that the shorter word does not sound like.
        case "GetSubsearchResultSet": try found(arguments[1], deadline)
        case "GetResultMetas": try metas(arguments[0].texts ?? [])
        case "ActivateResult": try activate(arguments[0].text ?? "")
        default: try search(arguments[0])
        }
    }

    private func found(_ terms: BusValue, _ deadline: Deadline) throws -> BusReply {
        let results = try desktop.archive.results(for: Self.text(terms), until: deadline)
        return .values([.strings(results.map { String($0.number) })])
    }

    private func metas(_ names: [String]) throws -> BusReply {
        let numbers = names.compactMap { ArticleID($0) }
        guard numbers.count == names.count, numbers.count <= Desktop.maxNumbers else {
            return .invalidArguments("results must be article numbers, at most \(Desktop.maxNumbers) of them")
        }
        let metas = try desktop.archive.results(numbers).map { result in
            var meta = [
                BusProperty("id", .string(String(result.number))), BusProperty("name", .string(result.title)),
                BusProperty("description", .string(result.description)),
            ]
            if let icon = result.icon { meta.append(BusProperty("gicon", .string(icon))) }
            return BusValue.properties(meta)
        }
        return .values([.array(of: "a{sv}", metas)])
    }

    private func activate(_ name: String) throws -> BusReply {
        guard let number = ArticleID(name) else { return .invalidArguments("\(name) is not an article number") }
        return try desktop.open(number)
    }

    private func search(_ terms: BusValue) throws -> BusReply { try desktop.openSearch(Self.text(terms)) }

    private static func text(_ terms: BusValue) -> String { (terms.texts ?? []).joined(separator: " ") }
}
