internal import Accounts
internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import Messages

/// Serves the icons of feeds to reader apps. Since these apps request icons without a credential, the icons' names
/// cannot be guessed.
enum IconOperations {
    static let all: [Operation] = [
        Operation(
            "icon", .get, "/icons/{name}", nil, "The icon of a feed, by its name in reader apps",
            gives: .text("image/png", or: "image/jpeg", "image/gif", "image/webp", "image/x-icon"),
            example: "/icons/1-NAME"
        ) { request in
            let name = request.part("name")
            let number = LibraryNumber.ofIcon(name)
            let feed = name.prefix { $0 != "-" }.split(separator: ".", omittingEmptySubsequences: false).last
            guard let feed = feed.flatMap({ Int64($0) }), request.service.isIconName(name, of: feed, in: number),
                let call = try await request.inLibrary(number),
                let icon = try await call.read({ try $0.store.icon(of: feed) })
            else { throw Problem(404, "notFound", .httpNotFound) }
            var response = HTTPResponse(headers: ["Content-Type": icon.type], body: .bytes(icon.bytes))
            response.headers.add("Cache-Control", "private, max-age=86400")
            // A browser that opens the icon on its own must not run scripts in it.
            response.headers.add("Content-Security-Policy", "default-src 'none'; sandbox")
            response.headers.add("Cross-Origin-Resource-Policy", "cross-origin")
            response.mayCompress = false
            response.hasEntityTag = true
            return response
        }
    ]
}
