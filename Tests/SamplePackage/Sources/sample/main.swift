import FeedFetching
import FeedLibrary
import FeedParsing
import OPML
import QueryLanguage

// sample DATABASE FEED.xml LIST.opml QUERY URL: reads a feed and a list, ingests the feed, searches, then fetches a feed from URL, parses,
// stores and finds it, and prints what each gave.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 5 else { fatalError("usage: sample DATABASE FEED.xml LIST.opml QUERY URL") }

func bytes(_ path: String) throws -> [UInt8] { try FileBytes.read(path) }

let feed = FeedParser.parse(try bytes(arguments[1]))
print("feed: \(feed.items.count) items")
let list = OPMLReader.read(try bytes(arguments[2]))
print("list: \(list.feeds.count) feeds")
print("query: \(try QueryParser.parse(arguments[3]))")

let library = try Library(path: arguments[0], for: .writing)
var options = library.bulk.defaultOptions
options.resultType = .ids
let report = try library.bulk.ingest([arguments[1]], options)
print("ingested: \(report.inserted), numbers \(report.stored.map(\.id))")
let answer = try library.search(library.parse(arguments[3])).answer
print("found: \(answer.total), first: \(answer.hits.first?.title ?? "-")")

// Only the loopback address is allowed in addition to the public internet.
let url = arguments[4]
var fetcher = Fetcher(policy: try AddressPolicy(allowing: ["127.0.0.1"]))
fetcher.limits.maxDecodedBytes = 1 << 20
let fetched = try await fetcher.feed(at: url)
guard let body = fetched.body else { fatalError("nothing was fetched") }
let parsed = FeedParser.parse(body, context: .init(base: fetched.answer.base))
print("fetched: \(parsed.items.count) items, status \(fetched.answer.status)")
let again = try await fetcher.feed(at: url, since: fetched.version)
print("again: \(again.body == nil ? "unchanged" : "changed"), status \(again.answer.status)")
if let stored = try library.bulk.ingest(document: body, base: fetched.answer.base, feed: url, resultType: .ids) {
    print("stored: \(stored.insertedIDs.count) inserted, numbers \(stored.insertedIDs)")
}
let found = try library.search(library.parse("twelfths")).answer
print("found: \(found.total), first: \(found.hits.first?.title ?? "-")")
