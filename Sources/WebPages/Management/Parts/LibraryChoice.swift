internal import Accounts
internal import HTTPServer
internal import HTTPService
internal import Messages

/// A library that the account of a session may use.
struct LibraryChoice: Sendable {
    let number: HostedLibrary.ID
    let name: String
    let role: LibraryRole
    /// Whether the session uses the library.
    let isCurrent: Bool

    static let operations: [Operation] = [
        .form("library", .admin, "Choose the library that the session uses") { call in
            let number = try call.requiredNumber("library")
            guard let principal = call.principal, principal.kind == .session, call.owner != nil else {
                throw Problem(403, "sessionOnly", .librarySessionOnly)
            }
            guard try await call.ask({ try $0.setLibrary(number, ofSession: principal.id) }) else {
                throw FormMistake("library", .libraryNotShared)
            }
            return ""
        }
    ]

    /// The libraries of the account of a session; empty if there is at most one.
    static func all(_ call: RequestContext) async throws -> [Self] {
        let principal = call.principal
        guard call.owner != nil, principal?.kind == .session else { return [] }
        return try await call.readAccounts { try all(principal, $0) }
    }

    static func all(_ principal: Principal?, _ accounts: AccountStore) throws -> [Self] {
        guard let principal, principal.kind == .session, let account = principal.account else { return [] }
        let all = try accounts.libraries(of: account).map { library, role in
            Self(number: library.id, name: library.name, role: role, isCurrent: library.id == principal.library?.id)
        }
        return all.count > 1 ? all : []
    }

    /// The name of the library with the role of the account.
    func title(_ language: Language) -> String { "\(name) (\(Self.name(of: role, language)))" }

    static func name(of role: LibraryRole, _ language: Language) -> String {
        switch role {
        case .reader: Message.roleReader.text(language)
        case .editor: Message.roleEditor.text(language)
        case .owner: Message.roleOwner.text(language)
        }
    }

    /// Adds the list of libraries to the account page.
    static func card(_ libraries: [Self], _ call: RequestContext, _ page: inout HTMLPage) {
        if libraries.isEmpty { return }
        page.card(page.say(.librariesTitle), page.say(.librariesHelp)) { card in
            card.element("ul") { list in
                for library in libraries {
                    list.element("li") { item in
                        item.text(library.title(call.language) + " ")
                        if library.isCurrent { return item.element("strong", item.say(.openedLibrary)) }
                        call.button(
                            item.say(.openLibrary), "library", with: [("library", String(library.number))],
                            label: item.say(.openLibrary) + ": " + library.name, needs: .admin, next: "account", &item)
                    }
                }
            }
        }
    }
}
