package import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import System

/// Routes with which the owner of a library on a host invites other accounts to it.
enum InvitationOperations {
    static let all: [Operation] = [
        Operation(
            "invitations", .get, "/v1/invitations", .admin, "The valid invitations to the library, without their links",
            gives: .json(.list("invitations", of: "Invitation"))
        ) { call in
            let library = try call.invitingLibrary()
            let invitations = try await call.ask { try $0.invitations(ofOwner: library.id) }
            return .json { $0.list("invitations", invitations) { $0.invitation($1, link: nil) } }
        },
        Operation(
            "createInvitation", .post, "/v1/invitations", .admin,
            "Invite another account of the host to the library; only this response contains the link",
            limits: HTTPBodyLimits(maxBodyBytes: 16 << 10),
            takes: .json("NewInvitation", #"{"role":"reader","expires":"7d"}"#), gives: .json("Invitation", 201)
        ) { call in
            let body = try await call.members(["role", "expires"])
            let role = try body.string("role") ?? LibraryRole.reader.rawValue
            let (invitation, link) = try await call.invite(role: role, expires: body.string("expires"))
            var response = HTTPResponse.json(status: 201) { $0.invitation(invitation, link: link) }
            response.mayCompress = false
            response.headers.add("Cache-Control", "no-store")
            return response
        },
        Operation(
            "revokeInvitation", .delete, "/v1/invitations/{n}", .admin, "Revoke an invitation to the library",
            gives: .nothing, example: "/v1/invitations/1"
        ) { call in
            try await call.revokeInvitation(call.number("n"))
            return HTTPResponse(status: 204)
        },
    ]
}

/// Invitations to the client's own library.
extension RequestContext {
    /// - Throws: `Problem` if the service has only one library.
    func invitingLibrary() throws -> HostedLibrary {
        guard owner != nil, let library = principal?.library, (principal?.membership?.role ?? .owner) == .owner else {
            throw Problem(404, "noSharing", .invitationNeedsHost)
        }
        return library
    }

    /// - Parameters:
    ///   - role: as the client has sent it.
    ///   - expires: the lifetime as the client has sent it; nil for the default.
    /// - Returns: the invitation and its link.
    package func invite(role: String, expires: String?) async throws -> (invitation: Invitation, link: String) {
        let library = try invitingLibrary()
        guard let role = LibraryRole(rawValue: role), role != .owner else {
            throw Problem(400, "badRole", .badRole, [role])
        }
        var seconds = AccountStore.invitationSeconds
        if let expires {
            guard let typed = TimeLength.seconds(expires),
                (1...AccountStore.maxInvitationSeconds).contains(Int64(typed))
            else { throw Problem(400, "badExpiry", .badInvitationExpiry, [expires]) }
            seconds = Int64(typed)
        }
        let (end, owner) = (clock.now() + seconds, owner)
        let (invitation, secret) = try await ask { try $0.invite(expires: end, to: library, as: role, by: owner) }
        return (invitation, base + "/join/" + secret)
    }

    package func revokeInvitation(_ number: Int64) async throws {
        let (library, owner) = (try invitingLibrary(), owner)
        try await ask { try $0.revokeInvitation(number, ofOwner: library.id, by: owner) }
    }
}
