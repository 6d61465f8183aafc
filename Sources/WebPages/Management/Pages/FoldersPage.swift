internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page to create, rename, move and remove folders.
enum FoldersPage {
    private static let maxFeeds = 2_000

    static let operations: [Operation] = [
        .page("foldersPage", "/folders", .read, "The folders, with forms to create, rename and remove them") { call in
            let (folders, feeds) = try await call.read { library in
                (try library.store.folderCounts(), try library.store.feeds())
            }
            return page(folders, feeds, call)
        },
        .form("make-folder", .write, "Put feeds into a folder, which is created if necessary") { call in
            let path = FolderPath.parse(try call.required("name"))
            let numbers = call.texts("feed").compactMap { Int64($0) }
            guard !path.isEmpty else { throw FormMistake("name", .formEmpty) }
            guard !numbers.isEmpty else { throw FormMistake("feed", .folderWantsFeeds) }
            try await call.write { library in
                for number in numbers { try library.folders.change(of: number, add: [path], remove: []) }
            }
            return "folders?done=saved"
        },
        .form("rename-folder", .write, "Give a folder another name or place") { call in
            let (path, new) = (FolderPath.parse(try call.required("path")), FolderPath.parse(try call.required("name")))
            guard !new.isEmpty else { throw FormMistake("name", .formEmpty) }
            _ = try await call.write { try $0.folders.rename(path, to: new) }
            return "folders?done=saved"
        },
        .form("remove-folder", .write, "Remove a folder; its feeds are kept") { call in
            let path = FolderPath.parse(try call.required("path"))
            _ = try await call.write { try $0.folders.remove(path) }
            return "folders?done=removed"
        },
    ]

    private static func page(_ folders: [FolderCounts], _ feeds: [Feed], _ call: RequestContext) -> HTTPResponse {
        call.answer(.folders) { page in
            if !feeds.isEmpty {
                page.element("p") { line in
                    line.element("a", line.say(.arrange), [("href", line.address("arrange")), ("class", "button")])
                    line.text(" ")
                    line.element("a", line.say(.silentFeeds), [("href", line.address("silent")), ("class", "button")])
                }
            }
            page.element("section", [("class", "card")]) { page in
                if folders.isEmpty {
                    page.element("p", page.say(feeds.isEmpty ? .noFoldersOrFeeds : .noFolders), [("class", "empty")])
                    if feeds.isEmpty, call.mayWrite {
                        page.element("p", [("class", "buttons")]) { line in
                            for section in [Section.subscribe, .transfer] where call.mayOpen(section.address) {
                                line.element(
                                    "a", line.say(section.title),
                                    [("href", line.address(section.address)), ("class", "button")])
                            }
                        }
                    }
                    return
                }
                page.table(
                    page.say(.folders),
                    [
                        page.say(.folder), page.say(.feeds), page.say(.unread), page.say(.newName),
                        page.say(.action),
                    ], numbers: [1, 2]
                ) { rows in
                    for folder in folders { write(folder, call, &rows) }
                }
            }
            if feeds.isEmpty || !call.mayWrite { return }
            page.card(page.say(.makeFolder)) { page in
                call.form("make-folder", &page, class: "sheet") { form in
                    form.field(form.say(.folder), "name", help: form.say(.folderHelp), isRequired: true)
                    let chosen = Set(form.entry?.texts("feed") ?? [])
                    let attributes: [(String, String?)] =
                        [("name", "feed"), ("multiple", ""), ("size", "10"), ("required", "")]
                        + form.mistakeAttributes("feed")
                    form.element("div", [("class", "entry")]) { box in
                        box.element("label", [("class", "field")]) { label in
                            label.element("span", label.say(.feedsInFolder))
                            label.element("select", attributes) { select in
                                for feed in feeds.prefix(maxFeeds) {
                                    let number = String(feed.id)
                                    select.element(
                                        "option", MaskedURL.mask(feed.displayTitle),
                                        [("value", number), ("selected", chosen.contains(number) ? "" : nil)])
                                }
                            }
                            label.element("small", label.say(.severalHelp))
                        }
                        box.mistake(of: "feed")
                    }
                    form.submit(form.say(.makeFolder))
                }
            }
        }
    }

    private static func write(_ folder: FolderCounts, _ call: RequestContext, _ page: inout HTMLPage) {
        let path = folder.path.joined(separator: "/")
        page.element("tr") { row in
            row.element("th", [("scope", "row")]) { head in
                head.element("a", path, [("href", head.address(ReaderView.folder(path).path))])
            }
            row.count(folder.feeds)
            row.count(folder.unread)
            row.element("td") { cell in
                call.form("rename-folder", &cell, class: "inline", with: [("path", path)]) { form in
                    form.empty(
                        "input",
                        [
                            ("name", "name"), ("value", form.entered("name", path)), ("required", ""),
                            ("aria-label", form.say(.newName) + ": " + path),
                        ] + form.mistakeAttributes("name"))
                    form.element(
                        "button", form.say(.rename),
                        [("type", "submit"), ("aria-label", form.say(.rename) + ": " + path)])
                    form.mistake(of: "name")
                }
            }
            row.element("td") { cell in
                call.button(
                    cell.say(.remove), "remove-folder", with: [("path", path)],
                    label: cell.say(.remove) + ": " + path,
                    &cell)
            }
        }
    }
}
