internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The page with the most recent actions, each with a button to undo it.
enum ActionsPage {
    static let operations: [Operation] = [
        .page("actionsPage", "/actions", .read, "Actions that can be undone") { call in
            let actions = try await call.read { try $0.store.actions() }
            return page(actions, call)
        },
        .form("undo-action", .write, "Undo one action") { call in
            let number = try call.requiredNumber("action")
            let undone = try await call.write { try $0.undo(number) }
            return undone == nil ? "actions?done=nothing" : "actions?done=undone"
        },
    ]

    private static func page(_ actions: [UserAction], _ call: RequestContext) -> HTTPResponse {
        call.answer(.actions) { page in
            let dates = call.dates
            page.element("p", page.say(.actionsHelp), [("class", "dim")])
            page.element("section", [("class", "card")]) { page in
                if actions.isEmpty {
                    page.element("p", page.say(.noActions), [("class", "empty")])
                    return
                }
                page.table(
                    page.say(.actions), [page.say(.begun), page.say(.whatWasDone), page.say(.action)]
                ) { rows in
                    for action in actions {
                        rows.element("tr") { row in
                            let text = action.text(call.language)
                            row.element("th", [("scope", "row"), ("class", "when")]) { $0.moment(action.at, dates) }
                            row.cells(text)
                            row.element("td") { cell in
                                call.button(
                                    cell.say(.undo), "undo-action", with: [("action", String(action.id))],
                                    label: cell.say(.undo) + ": " + text, &cell)
                            }
                        }
                    }
                }
            }
        }
    }
}
