internal import Articles
internal import Messages
internal import Pipelines

/// The KRunner interface (<https://invent.kde.org/frameworks/krunner/-/blob/master/src/data/org.kde.krunner1.xml>).
///
/// KRunner shows plain text. `Match` never returns an error, because KRunner's search would then never end.
struct RunnerProvider {
    static let interface = BusInterface(
        "org.kde.krunner1",
        [
            .init("Actions", [], ["a(sss)"]),
            .init("Match", ["s"], ["a(sssida{sv})"]),
            .init("Run", ["s", "s"]),
            .init("Config", [], ["a{sv}"]),
            .init("Teardown"),
        ])

    static let noMatches = BusValue.array(of: "(sssida{sv})", [])
    private static let pageAction = "page"
    /// `QueryMatch::PossibleMatch` in KDE Frameworks 5; in 6, a relevance between low and moderate.
    private static let possibleMatch: Int32 = 30

    let desktop: Desktop

    func reply(to method: String, _ arguments: [BusValue], until deadline: Deadline) throws -> BusReply {
        switch method {
        case "Actions": .values([actions])
        case "Match": try matches(arguments[0].text ?? "", deadline)
        case "Run": try run(arguments[0].text ?? "", arguments[1].text ?? "")
        // KRunner calls this only with the API DBus2. The values are those of the runner's desktop file.
        case "Config": .values([.properties([BusProperty("MinLetterCount", .int32(1))])])
        default: .values([])
        }
    }

    /// The additional action: opens the article's own page instead of the web reader.
    private var actions: BusValue {
        let page: BusValue = .structure([
            .string(Self.pageAction), .string(Message.desktopOpenPage.text(desktop.language)),
            .string("internet-web-browser"),
        ])
        return .array(of: "(sss)", desktop.hasReader ? [page] : [])
    }

    private func matches(_ text: String, _ deadline: Deadline) throws -> BusReply {
        let results = try desktop.archive.results(for: text, until: deadline)
        let matches = results.enumerated().map { place, result in
            BusValue.structure([
                .string(String(result.number)), .string(result.title), .string(result.icon ?? Desktop.iconName),
                .int32(Self.possibleMatch), .double(0.8 - 0.04 * Double(place)),
                .properties([
                    BusProperty("subtext", .string(result.description)),
                    BusProperty("category", .string(Message.desktopCategory.text(desktop.language))),
                    BusProperty("urls", .strings(desktop.target.page(result.url).map { [$0] } ?? [])),
                    BusProperty("actions", .strings(desktop.hasReader && result.url != nil ? [Self.pageAction] : [])),
                ]),
            ])
        }
        return .values([.array(of: "(sssida{sv})", matches)])
    }

    private func run(_ name: String, _ action: String) throws -> BusReply {
        guard let number = ArticleID(name) else { return .invalidArguments("\(name) is not an article number") }
        return try desktop.open(number, asPage: action == Self.pageAction)
    }
}
