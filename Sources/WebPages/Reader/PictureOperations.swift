internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Serves pictures of articles as a proxy, so that browsers do not contact hosts named by feeds.
enum PictureOperations {
    static let all: [Operation] = [
        Operation(
            "picture", .get, "/image/{signature}", .read,
            "A picture of an article, at an address signed by the service",
            query: [.init("u", .string, "the address of the picture", isRequired: true)],
            limits: HTTPBodyLimits(deadline: .seconds(40)),
            gives: .text("image/png", or: "image/jpeg", "image/gif", "image/webp", "image/avif"),
            example: "/image/SIGNATURE?u=https://example.org/p.png"
        ) { call in
            let url = call.text("u") ?? ""
            guard call.library.isPictureSignature(call.parameters["signature"], of: url),
                let bytes = try await bytes(of: url, call), let type = LibrarySettings.pictureType(of: bytes)
            else { throw Problem(404, "notFound", .httpNotFound) }
            var response = HTTPResponse(headers: ["Content-Type": type], body: .bytes(bytes))
            response.headers.add("Cache-Control", "private, max-age=604800, immutable")
            // A browser that opens the picture on its own must not run scripts in it.
            response.headers.add("Content-Security-Policy", "default-src 'none'; sandbox")
            response.mayCompress = false
            response.hasEntityTag = true
            return response
        }
    ]

    private static func bytes(of url: String, _ call: RequestContext) async throws -> [UInt8]? {
        let pictures = call.library.pictures
        return try await call.runOnNetworkThreadWithoutLibrary { settings in
            if let known = pictures.bytes(of: url) { return known }
            guard let picture = try settings.fetchPicture(url) else { return nil }
            pictures.keep(picture.bytes, of: url)
            return picture.bytes
        }
    }
}
