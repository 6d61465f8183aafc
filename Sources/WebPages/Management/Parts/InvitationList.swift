internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The section of the account page in which the owner of a library invites other accounts of the host to it.
enum InvitationList {
    static let operations: [Operation] = [
        .answering("create-invitation", .admin, "Invite another account to the library") { call in
            let role = call.text("role") ?? LibraryRole.reader.rawValue
            let (invitation, link) = try await call.invite(role: role, expires: call.filled("expires"))
            return SetUpPage.invitation(link, call.time(invitation.expires), call)
        },
        .form("revoke-invitation", .admin, "Revoke an invitation to the library") { call in
            try await call.revokeInvitation(call.requiredNumber("invitation"))
            return "account?done=revoked"
        },
    ]

    static func card(_ invitations: [Invitation], _ call: RequestContext, _ page: inout HTMLPage) {
        let dates = call.dates
        page.card(page.say(.inviteMembers), page.say(.inviteMembersHelp)) { page in
            if !invitations.isEmpty {
                page.table(page.say(.inviteMembers), [page.say(.role), page.say(.expires), page.say(.action)]) { rows in
                    for invitation in invitations {
                        rows.element("tr") { row in
                            let role = invitation.library.map { LibraryChoice.name(of: $0.role, call.language) }
                            row.element("th", role ?? "", [("scope", "row")])
                            row.when(invitation.expires, dates)
                            row.element("td") { cell in
                                call.button(
                                    cell.say(.revoke), "revoke-invitation",
                                    with: [("invitation", String(invitation.id))],
                                    label: cell.say(.revoke) + ": \(invitation.id)", needs: .admin, next: "account",
                                    &cell)
                            }
                        }
                    }
                }
            }
            call.form("create-invitation", &page, class: "row", needs: .admin, next: "account") { form in
                form.choice(
                    form.say(.role), "role", LibraryRole.reader.rawValue,
                    [LibraryRole.reader, .editor].map { ($0.rawValue, LibraryChoice.name(of: $0, call.language)) })
                form.field(form.say(.expires), "expires", nil, [("placeholder", "7d"), ("autocomplete", "off")])
                form.submit(form.say(.makeInvitation))
            }
        }
    }
}
