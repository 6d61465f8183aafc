internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Pages to import files, as a job, and to export files for other readers.
enum TransferPages {
    static let operations: [Operation] = [
        .page("importPage", "/import", .write, "Importing and exporting, and the jobs") { call in page(call)
        },
        .upload("import", "Import OPML, an archive, or an export of another reader") { call, form in
            let file = try call.temporaryFile()
            var isEmpty = true
            while let chunk = try await form.nextOfFile() {
                try file.write(chunk)
                isEmpty = false
            }
            guard !isEmpty else {
                throw FormMistake("file", .fileEmpty)
            }
            return "jobs/" + (try call.startImport(file).id)
        },
        .page("jobPage", "/jobs/{id}", .read, "One job: its progress and report") { call in
            let id = call.part("id")
            guard let job = call.library.jobs.all.first(where: { $0.id == id }) else {
                let problem = call.library.jobs.problem(ofUnknown: id)
                throw problem.status == 404 ? Problem.missing(Message.noSuchJob.text(call.language)) : problem
            }
            return JobPage(call.shown(job), call).response
        },
        .form("cancel-job", .write, "Cancel a job, or remove one that has ended") { call in
            _ = call.library.jobs.cancel(try call.required("id"))
            return nil
        },
        .page("exportPage", "/export/{form}", .read, "Exported data, in the format of another reader") { call in
            try await export(call)
        },
    ]

    private static func page(_ call: RequestContext) -> HTTPResponse {
        call.answer(.transfer) { page in
            page.card(page.say(.importTitle), page.say(.importHelp)) { page in
                call.form("import", &page, class: "upload", isUpload: true) { form in
                    form.field(
                        form.say(.file), "file", type: "file", help: form.say(.importForms), isRequired: true,
                        [
                            ("autofocus", ""),
                            ("accept", ".opml,.xml,.json,.csv,.html,.zip,.tar,.gz,.zst,.bz2,.xz,.db,.sqlite,.txt"),
                        ])
                    form.submit(form.say(.importAction))
                }
            }
            jobs(call, &page)
            page.card(page.say(.manageExportTitle)) { page in
                page.element("ul", [("class", "plain-list")]) { list in
                    for form in ExportForm.allCases {
                        list.element("li") { item in
                            item.element(
                                "a", item.say(title(of: form)),
                                [("href", item.address("export/" + form.rawValue)), ("download", "")])
                        }
                    }
                }
                page.element("p", page.say(.exportHelp), [("class", "dim")])
            }
        }
    }

    private static func title(of form: ExportForm) -> Message {
        switch form {
        case .opml: .exportOPML
        case .newsboat: .exportNewsboat
        case .jsonfeed: .exportJSONFeed
        case .jsonl: .exportJSONLines
        case .googleReader: .exportGoogleReader
        case .csv: .exportCSV
        }
    }

    private static func jobs(_ call: RequestContext, _ page: inout HTMLPage) {
        let jobs = call.library.jobs.all
        if jobs.isEmpty { return }
        let dates = call.dates
        page.card(page.say(.jobs)) { page in
            page.table(
                page.say(.jobs), [page.say(.begun), page.say(.job), page.say(.state), page.say(.action)]
            ) { rows in
                for job in jobs {
                    rows.element("tr") { row in
                        row.element("th", [("scope", "row"), ("class", "when")]) { head in
                            head.element("a", [("href", head.address("jobs/" + job.id))]) { link in
                                link.moment(job.created, dates)
                            }
                        }
                        row.cells(
                            row.say(job.kind == .import ? .jobImport : .jobRefresh),
                            row.say(ImportOutcome(job).isEmpty ? .stateNothing : .state(ofJob: job.state)))
                        row.element("td") { cell in
                            let text = cell.say(job.state.isFinal ? .forget : .manageStop)
                            call.button(
                                text, "cancel-job", with: [("id", job.id)], label: text + ": " + call.time(job.created),
                                &cell)
                        }
                    }
                }
            }
        }
    }

    private static func export(_ call: RequestContext) async throws -> HTTPResponse {
        guard let form = ExportForm(rawValue: call.part("form")) else {
            throw Problem.missing(Message.noSuchExport.text(call.language))
        }
        let deadline = call.request.deadline
        let bytes = try await call.read { library -> [UInt8] in
            if ExportForm.ofSubscriptions.contains(form) {
                return Array(try library.lists.export(as: form, until: deadline).utf8)
            }
            var bytes: [UInt8] = []
            try library.articles.exportFavourites(as: form, until: deadline) { bytes += $0 }
            return bytes
        }
        let (type, name): (String, String) =
            switch form {
            case .opml: ("text/x-opml", "subscriptions.opml")
            case .newsboat: ("text/plain", "urls")
            case .jsonfeed: ("application/feed+json", "starred.json")
            case .jsonl: ("application/x-ndjson", "starred.jsonl")
            case .googleReader: ("application/json", "starred-google-reader.json")
            case .csv: ("text/csv", "starred.csv")
            }
        return HTTPResponse(
            headers: [
                "Content-Type": type + "; charset=utf-8", "Content-Disposition": "attachment; filename=\"\(name)\"",
            ], body: .bytes(bytes))
    }
}
