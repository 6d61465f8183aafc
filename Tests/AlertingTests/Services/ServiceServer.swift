import Foundation
import Testing

@testable import Alerting

/// The APIs of services on loopback: see Support/services.py.
final class ServiceServer: Sendable {
    var folder: URL { server.folder }
    let origin: String
    private let server: ScriptServer

    struct Request: Decodable {
        var service: String
        var status: Int
        var why: String?
        var path: String
        var id: String
        var body: String
        var extra: String?
    }

    init() throws {
        server = try ScriptServer("services.py")
        origin = try server.origin()
    }

    /// The statuses of the next requests that have the service's form.
    func answer(_ statuses: [Int]) throws { try server.answer(statuses) }

    func requests() throws -> [Request] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8) else {
            return []
        }
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    /// The channel of a preset at this server, and its secret.
    func channel(_ preset: String) -> (channel: String, secret: String) {
        switch preset {
        case "telegram": ("telegram:\(origin)/-1001", "123:AbC_d-E")
        case "matrix": ("matrix:\(origin)/!room:example.org", "syt_secret")
        case "slack": ("slack:\(origin)", "\(origin)/services/T0/B0/XyZ")
        case "discord": ("discord:\(origin)", "\(origin)/api/webhooks/1/tok-en")
        case "mattermost": ("mattermost:\(origin)", "\(origin)/hooks/k3y")
        case "ntfy": ("ntfy:\(origin)/tea", "tk_secret")
        case "gotify": ("gotify:\(origin)", "A-app.token")
        case "pushover":
            ("pushover:\(origin)/uQiRzpo4DXghDmr9QzzfQu27cmVRsG", "azGDORePK8gMaC0QOYAMyEEuzJnyUi")
        case "apprise": ("apprise:\(origin)", "my-key")
        default: ("teams:\(origin)", "\(origin)/workflows/1/invoke?sig=s3c")
        }
    }
}
