internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import System
internal import WebPages

/// The management pages. `WebPages` defines their contents and actions; this module provides sign-in and jobs.
enum ManagementRoutes {
    static let all: [Route] = ManagementPages.operations.map { operation in
        let (isForm, type): (Bool, String?) =
            switch operation.kind {
            case .page: (false, nil)
            case .file(let type): (false, type)
            case .form, .upload: (true, nil)
            }
        return Route(
            operation.name, operation.method, operation.path, operation.scope, operation.summary,
            query: operation.query.map { .init($0, .string, "a field of the page") }, limits: operation.limits,
            gives: isForm ? .redirect : .text(type ?? "text/html", or: "*/*"), isPage: true, takesForm: isForm,
            isDocumented: false
        ) { call in
            try await operation.respond(to: call.request, parameters: call.parameters, host: call)
        }
    }
}

extension Call: ManagementHost {
    var look: Look { ReaderAnswer(self).look }
    var clock: SystemClock { service.library.clock }
    var base: String { service.address(for: request) }
    var visitor: Visitor { service.visitor(request) }
    var keeper: SecretKeeper { service.secretKeeper }

    func besides<Result: Sendable>(
        _ body: @escaping @Sendable (LibrarySettings) throws -> Result
    ) async throws -> Result {
        let settings = service.settings(language)
        return try await service.besides { try body(settings) }
    }

    func ask<Result: Sendable>(
        _ body: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws -> Result { try await service.ask(body) }

    func startImport(_ file: UploadedFile) throws -> String { try JobRoutes.importFile(file, self).id }

    func startRefresh(_ feeds: [String]) throws -> String { try JobRoutes.refresh(feeds, self).id }

    func cancelJob(_ id: String) -> Bool { service.jobs.cancel(id) }

    var managedJobs: [ManagedJob] {
        service.jobs.all.map { job in
            ManagedJob(
                id: job.id, isImport: job.kind == .import, state: job.state.rawValue, created: job.created,
                done: job.progress?.done ?? 0, total: job.progress?.total, report: job.report, problem: job.problem)
        }
    }

    func sessionCookie(_ value: String) -> String { service.cookie(value, isSecure: request.isSecure) }

    func explain(_ error: any Error) -> Explanation {
        if let error = error as? Explanation { return error }
        let problem = Problem(error, language)
        return Explanation(
            status: problem.status, title: problem.title, detail: problem.text(in: language), hint: problem.hint)
    }
}
