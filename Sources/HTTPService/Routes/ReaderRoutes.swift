internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import ReaderProtocols

/// The protocols of reader apps. `ReaderProtocols` creates their responses; this module signs users in.
enum ReaderRoutes {
    static let all: [Route] = (GoogleReader.operations + Fever.operations + Miniflux.operations).flatMap {
        operation in
        operation.methods.map { method in
            Route(
                operation.name, method, operation.path, operation.isOpen(method) ? nil : .reader, operation.summary,
                limits: operation.limits, gives: .text("text/plain"), readerErrors: operation.errors
            ) { call in
                try await operation.respond(to: call.request, parameters: call.parameters, host: call)
            }
        }
    }
}

extension Call: ReaderHost {
    var accountName: String { principal?.account ?? "feedsearch" }

    func aside<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await service.aside(in: language, body)
    }

    func upload() throws -> UploadedFile { try service.upload() }

    func iconAddress(of feed: Int64) -> String {
        service.address(for: request) + "/icons/" + service.iconName(of: feed)
    }

    func refresh(_ feeds: [String]) async throws { _ = try JobRoutes.refresh(feeds, self) }

    func signIn(token: String?) async throws { try await service.signIn(request, token: token) }

    func signIn(name: String, password: String) async throws -> String? {
        let visitor = service.visitor(request)
        let credential = Credential.basic(name: name, password: password)
        let outcome = try await service.ask { accounts -> (token: String?, refusal: Refusal?) in
            switch try accounts.authenticate(credential, from: visitor) {
            case .accepted(let principal): (try accounts.readerToken(of: principal), nil)
            case .refused(let refusal): (nil, refusal)
            }
        }
        // Only throttled clients learn the reason for the refusal.
        if let refusal = outcome.refusal, case .tooMany = refusal { throw Service.problem(refusal) }
        return outcome.token
    }

    func signIn(feverKey key: String) async throws -> Bool {
        let visitor = service.visitor(request)
        switch try await service.ask({ try $0.authenticate(.feverKey(key), from: visitor) }) {
        case .accepted:
            request.markAuthenticated()
            return true
        case .refused(let refusal):
            if case .tooMany = refusal { throw Service.problem(refusal) }
            return false
        }
    }
}
