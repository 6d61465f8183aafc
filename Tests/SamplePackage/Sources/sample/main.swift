import FeedLibrary
import FeedParsing
import OPML
import QueryLanguage

// sample DATABASE FEED.xml LIST.opml QUERY: reads a feed and a list, ingests the feed, searches, and prints what each gave.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 4 else { fatalError("usage: sample DATABASE FEED.xml LIST.opml QUERY") }

func bytes(_ path: String) throws -> [UInt8] { try FileBytes.read(path) }

let feed = FeedParser.parse(try bytes(arguments[1]))
print("feed: \(feed.items.count) items")
let list = OPMLReader.read(try bytes(arguments[2]))
print("list: \(list.feeds.count) feeds")
print("query: \(try QueryParser.parse(arguments[3]))")

let library = try Library(path: arguments[0], for: .writing)
print("ingested: \(try library.bulk.ingest([arguments[1]]).inserted)")
let answer = try library.search(library.parse(arguments[3])).answer
print("found: \(answer.total), first: \(answer.hits.first?.title ?? "-")")
