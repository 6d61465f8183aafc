internal import Accounts
internal import FeedLibrary
internal import HTTPServer

/// The routes of the API documentation.
enum DocumentOperations {
    static let all: [Operation] = [
        Operation(
            "openapi", .get, "/v1/openapi.json", nil, "This API as OpenAPI 3.1",
            gives: .json(.object([], open: true))
        ) { call in
            lasting(.json(call.service.documents.openAPI))
        },
        Operation("docs", .get, "/v1/docs", nil, "This API as a readable page", gives: .text("text/html")) {
            call in
            var response = lasting(HTTPResponse(type: "text/html; charset=utf-8", call.service.documents.page))
            response.headers.add(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
            return response
        },
        Operation("docsStyle", .get, "/v1/docs.css", nil, "The style of that page", gives: .text("text/css")) { _ in
            lasting(HTTPResponse(type: "text/css; charset=utf-8", DocumentPage.style))
        },
    ]

    /// Adds an ETag to the response, which changes only when the program is updated.
    private static func lasting(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.hasEntityTag = true
        return response
    }
}
