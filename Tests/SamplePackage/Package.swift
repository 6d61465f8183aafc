// swift-tools-version: 6.2
import PackageDescription

/// Another package that uses the library products of feedsearch: `make sample` builds and runs it.
let package = Package(
    name: "sample",
    dependencies: [.package(name: "feedsearch", path: "../..")],
    targets: [
        .executableTarget(
            name: "sample",
            dependencies: ["FeedFetching", "FeedLibrary", "FeedParsing", "OPML", "QueryLanguage"].map {
                .product(name: $0, package: "feedsearch")
            })
    ]
)
