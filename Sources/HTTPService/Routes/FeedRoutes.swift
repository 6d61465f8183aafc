internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer

/// Subscriptions and folders.
enum FeedRoutes {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)
    /// The feed behind an address is looked for on the network.
    private static let slow = HTTPBodyLimits(maxBodyBytes: 64 << 10, deadline: .seconds(90))

    static let all: [Route] = [
        Route("feeds", .get, "/v1/feeds", .read, "The subscriptions") { call in
            try await call.json { library, writer in
                let feeds = try library.store.feeds()
                writer.list("feeds", feeds) { $0.feed($1) }
            }
        },
        Route("feed", .get, "/v1/feeds/{n}", .read, "One subscription") { call in
            let number = try call.number("n")
            return try await call.json { library, writer in writer.feed(try feed(number, library)) }
        },
        Route("addFeed", .post, "/v1/feeds", .write, "Subscribe to the feed behind an address", limits: slow) { call in
            try await add(call)
        },
        Route("editFeed", .patch, "/v1/feeds/{n}", .write, "Change title, folder or pause", limits: small) { call in
            let number = try call.number("n")
            let body = try await call.object()
            let (title, isPaused, folder) = (body["title"]?.string, body["paused"]?.bool, body["folder"]?.string)
            let bytes = try await call.write { library in
                var edit = SubscriptionEdit()
                edit.title = title
                edit.isPaused = isPaused
                edit.folder = folder.map(FolderPath.parse)
                _ = try library.edit(feed(number, library).url, edit)
                var writer = JSONWriter()
                writer.feed(try feed(number, library))
                return writer.bytes
            }
            return .json(bytes)
        },
        Route("removeFeed", .delete, "/v1/feeds/{n}", .write, "End a subscription; its articles stay") { call in
            let number = try call.number("n")
            try await call.write { library in _ = try library.unsubscribe(feed(number, library).url) }
            return HTTPResponse(status: 204)
        },
        Route("folders", .get, "/v1/folders", .read, "The folders, with their counts") { call in
            try await call.json { library, writer in
                writer.list("folders", try library.store.folderCounts()) { $0.folder($1) }
            }
        },
        Route("export", .get, "/v1/export", .read, "The subscriptions as OPML") { call in
            let text = try await call.read { library in try library.exportSubscriptions(until: call.request.deadline) }
            return HTTPResponse(type: "text/x-opml; charset=utf-8", text)
        },
    ]

    private static func feed(_ number: Int64, _ library: Library) throws -> Feed {
        guard let feed = try library.store.feeds(subscribedOnly: true).first(where: { $0.id == number }) else {
            throw Problem(404, "noSuchFeed", "there is no subscription \(number)")
        }
        return feed
    }

    /// Looks for the feed on a thread of its own: the writer is not held up by the network.
    private static func add(_ call: Call) async throws -> HTTPResponse {
        let body = try await call.object()
        guard let url = body["url"]?.string else { throw Problem(400, "badFeed", "give \"url\"") }
        let (title, folder) = (body["title"]?.string, body["folder"]?.string)
        let language = call.language
        let report = try await call.service.aside { library in
            var subscription = SubscriptionSettings()
            subscription.title = title
            subscription.folder = folder.map(FolderPath.parse)
            let report = try library.add(TypedFeed(url, language), subscription)
            return try report.map { report in
                (url: report.url, isNew: report.isNew, n: try library.store.feed(named: report.url)?.id)
            }
        }
        guard let report else { throw Problem(422, "noFeedFound", "no feed was found behind \(MaskedURL.mask(url))") }
        return .json(status: report.isNew ? 201 : 200) { writer in
            writer.object { object in
                object.member("n", report.n.map { Int($0) })
                object.member("url", report.url)
                object.member("is_new", report.isNew)
            }
        }
    }
}
