import Foundation
import Testing

@testable import Alerting

/// Runs Support/destinations.py, which imitates the APIs of the services on loopback.
final class DestinationServer: Sendable {
    var folder: URL { server.folder }
    let origin: String
    private let server: ScriptServer

    struct Request: Decodable {
        var service: String
        var method: String
        var path: String
        var id: String?
        var body: String
        var status: Int
        var why: String?
    }

    init() throws {
        server = try ScriptServer("destinations.py")
        origin = try server.origin()
    }

    /// Sets the status codes of the responses to the next requests that save an article.
    func answer(_ statuses: [Int]) throws { try server.answer(statuses) }

    /// From now on, the planned responses contain the credentials of the request.
    func repeatCredentials() throws { try Data().write(to: folder.appendingPathComponent("repeat")) }

    /// Revokes the access token of wallabag and, if `refresh` is true, the refresh token.
    func revoke(refresh: Bool) throws {
        try Data((refresh ? "refresh" : "access").utf8).write(to: folder.appendingPathComponent("revoked"))
        try Data().write(to: folder.appendingPathComponent("revoke"))
    }

    func requests() throws -> [Request] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8) else {
            return []
        }
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    /// The requests that save an article.
    func saves() throws -> [Request] {
        try requests().filter { $0.method == "POST" && !$0.path.contains("oauth") && !$0.path.hasSuffix("/tags") }
    }

    /// The address and the secret of a service on this server.
    func destination(_ kind: String) -> (address: String, secret: String) {
        let secret =
            switch kind {
            case "wallabag": "client_id: 1_id\nclient_secret: c:s\nusername: me\npassword: p w:1\n"
            case "instapaper": "username: me@example.org\r\npassword: p w:1\r\n"
            default: "t0ken\n"
            }
        return ("\(kind):\(origin)/\(kind)/", secret)
    }
}
