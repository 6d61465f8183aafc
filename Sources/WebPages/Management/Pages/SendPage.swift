internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The page of the services to which articles are sent, with forms to add, test and remove them.
enum SendPage {
    private static let kinds: [(value: String, text: String)] = [
        ("wallabag", "wallabag"), ("readeck", "Readeck"), ("karakeep", "Karakeep"), ("linkding", "linkding"),
        ("instapaper", "Instapaper"),
    ]
    private static let secretFields = ["secret", "client_id", "client_secret", "username", "password"]

    static let operations: [Operation] = [
        .page("sendPage", "/send", .read, "The services to which articles are sent") { call in
            let statuses = try await call.read { try $0.destinations.all().map(\.forClients) }
            return page(statuses, call)
        },
        .form("add-destination", .write, "Add a service") { call in
            let name = try call.required("name")
            let kind = call.text("kind") ?? ""
            guard kinds.contains(where: { $0.value == kind }) else { throw FormMistake("kind", .formEmpty) }
            let address = call.filled("address").map { kind + ":" + $0 } ?? kind
            var secret: [String: String] = [:]
            for field in secretFields { secret[field] = call.filled(field) }
            let (keeper, values) = (call.keeper, secret)
            do {
                try await call.write { library in
                    try library.destinations.add(forClient: name, address, secret: values, keeper: keeper)
                }
            } catch { throw mistake(error, kind, call) }
            return "send?done=saved"
        },
        .form("remove-destination", .write, "Remove a service, and what is queued for it") { call in
            let (name, keeper) = (try call.required("name"), call.keeper)
            try await call.write { try $0.destinations.remove(forClient: name, keeper: keeper) }
            return "send?done=removed"
        },
        .form("test-destination", .write, "Check the address and the secret of a service", isSlow: true) { call in
            let (name, language) = (try call.required("name"), call.language)
            if let failure = try await call.runOnNetworkThread({ try $0.destinations.test(forClient: name) }) {
                let text = Message.destinationTestFailed.text(language, name, failure)
                throw UserFacingError(code: "destinationFailed", text: text)
            }
            return "send?done=tested"
        },
        .form("retry-sendings", .write, "Send failed articles again") { call in
            let name = try call.required("name")
            _ = try await call.write { try $0.destinations.retry(name) }
            return "send?done=retried"
        },
    ]

    /// Assigns an error to the form field that caused it.
    private static func mistake(_ error: any Error, _ kind: String, _ call: RequestContext) -> any Error {
        let problem = Problem(error, call.language)
        switch problem.code {
        case "badDestination": return FormMistake("address", .formWebAddress)
        case "addressNotPublic": return FormMistake("address", .formNotPublic)
        case "badDestinationName", "destinationExists": return FormMistake("name", text: problem.detail)
        case "destinationNeedsSecret": return FormMistake("secret", .formEmpty)
        case "destinationNeedsField":
            let fields = secretFields.dropFirst().filter {
                kind == "wallabag" || ["username", "password"].contains($0)
            }
            return FormMistake(fields.first { call.filled($0) == nil }, .formEmpty)
        default: return error
        }
    }

    private static func page(_ statuses: [DestinationStatus], _ call: RequestContext) -> HTTPResponse {
        call.answer(.send) { page in
            page.element("section", [("class", "card")]) { page in
                page.element("p", page.say(.sendHelp), [("class", "dim")])
                if statuses.isEmpty {
                    page.element("p", page.say(.sendNone), [("class", "empty")])
                    return
                }
                page.table(
                    page.say(.sendTitle),
                    [
                        page.say(.name), page.say(.sendKind), page.say(.waiting), page.say(.sendSent),
                        page.say(.failedDeliveries), page.say(.action),
                    ], numbers: [2, 3, 4]
                ) { rows in
                    for status in statuses { write(status, call, &rows) }
                }
            }
            if !call.mayWrite { return }
            page.card(page.say(.sendNew)) { form(call, &$0) }
        }
    }

    private static func write(_ status: DestinationStatus, _ call: RequestContext, _ page: inout HTMLPage) {
        let name = status.destination.name
        page.element("tr") { row in
            row.element("th", [("scope", "row")]) { head in
                head.element("bdi", name)
                if let reason = status.destination.disabled {
                    head.element("p", "! " + reason, [("class", "danger")])
                }
            }
            row.element("td", status.destination.address, [("class", "address")])
            row.count(status.waiting)
            row.count(status.sent)
            row.element("td", [("class", "number")]) { cell in
                cell.element("span", String(status.dead), [("class", status.dead > 0 ? "danger" : nil)])
            }
            row.element("td") { cell in
                let isFolder = !status.isService
                var actions: [(Message, String)] = isFolder ? [] : [(.sendCheck, "test-destination")]
                if status.dead > 0 || status.destination.disabled != nil {
                    actions.append((.sendAgain, "retry-sendings"))
                }
                if !isFolder { actions.append((.remove, "remove-destination")) }
                for (text, action) in actions {
                    call.button(
                        cell.say(text), action, with: [("name", name)], label: cell.say(text) + ": " + name, &cell)
                }
            }
        }
    }

    private static func form(_ call: RequestContext, _ page: inout HTMLPage) {
        call.form("add-destination", &page, class: "sheet destination") { form in
            form.field(
                form.say(.name), "name", isRequired: true, [("maxlength", String(Destinations.maxNameBytes))])
            form.choice(form.say(.sendKind), "kind", kinds[0].value, kinds)
            form.field(
                form.say(.address), "address", help: form.say(.sendAddressHelp), [("placeholder", "https://")])
            form.field(
                form.say(.sendToken), "secret", type: "password", help: form.say(.sendSecretHelp), class: "for-token",
                [("autocomplete", "off")])
            form.field(form.say(.sendClientID), "client_id", class: "for-client", [("autocomplete", "off")])
            form.field(
                form.say(.sendClientSecret), "client_secret", type: "password", class: "for-client",
                [("autocomplete", "off")])
            form.field(form.say(.sendUser), "username", class: "for-user", [("autocomplete", "off")])
            form.field(
                form.say(.password), "password", type: "password", class: "for-user", [("autocomplete", "off")])
            form.submit(form.say(.sendNew))
        }
    }
}
