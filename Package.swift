// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built the same way: Swift 6 mode, no hidden imports, each unsafe use spelled out.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// Modules that take most of the tests' time. `FEEDSEARCH_OPTIMIZED=1` optimises them in debug builds as well; assertions stay on.
let computing: Set<String> = [
    "ArticleSearch", "Database", "FeedParsing", "Formats", "LibraryStorage", "Markup", "Pipelines", "PostgreSQL",
    "PostingIndex", "QueryLanguage", "SQLite", "SQLiteEngine", "SavedSearchMatching", "SearchRanking", "TextAnalysis",
]
let optimized: [SwiftSetting] =
    Context.environment["FEEDSEARCH_OPTIMIZED"] == nil
    ? [] : [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// Tests are not optimised in release builds: their `#expect` macros take long to optimise, and what they compute with is in modules.
let testing: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, resources: resources,
        swiftSettings: strict + (computing.contains(name) ? optimized : []))
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.target(name: name)] + dependencies, exclude: exclude,
        swiftSettings: testing)
}

/// `FEEDSEARCH_TESTS=OPML,Markup` keeps only the test targets of these modules: SwiftPM links one bundle of all
/// test targets and builds what they import, whatever `--filter` says. `make test ONLY=Module` sets it.
let testedModules = Context.environment["FEEDSEARCH_TESTS"].map {
    $0.split(separator: ",").map { String($0) + "Tests" }
}

let package = Package(
    name: "feedsearch",
    products: [
        .executable(name: "feedsearch", targets: ["feedsearch"]),
        .library(name: "FeedFetching", targets: ["FeedFetching"]),
        .library(name: "FeedLibrary", targets: ["FeedLibrary"]),
        .library(name: "FeedParsing", targets: ["FeedParsing"]),
        .library(name: "OPML", targets: ["OPML"]),
        .library(name: "QueryLanguage", targets: ["QueryLanguage"]),
    ],
    targets: [
        // C libraries: reach only, no policy.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CCodings", providers: [.apt(["zlib1g-dev", "libbrotli-dev", "libzstd-dev"])]),
        .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CStemmer", providers: [.apt(["libstemmer-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CCrypto"),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPQ", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CEpoll"),
        .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
        .target(name: "CICU"),
        .target(name: "CLanguages"),
        .target(name: "CFoldings"),

        // Modules, bottom up: each depends only on those above it.
        module("System", ["CEpoll", "CMalloc"]),
        module("Formats", ["COpenSSL", "CSodium", "CZstd"]),
        module("Pipelines", ["System"]),
        module("QueryLanguage", ["Formats"]),
        module("TextAnalysis", ["CFoldings", "CICU", "CLanguages", "CStemmer", "System"]),
        module("Articles", ["Formats", "Pipelines", "QueryLanguage", "System", "TextAnalysis"]),
        module("Database", ["Formats"]),
        module("SQLite", ["CSQLite", "Database", "Pipelines", "System"]),
        module("Accounts", ["CCrypto", "CSodium", "Database", "Formats", "SQLite", "System"]),
        module("Markup", ["CICU"]),
        module("FeedFetching", ["CCodings", "CCurl", "Formats", "Markup", "System"]),
        module("FeedWriting", ["Formats"]),
        module("DocumentWriting", ["Formats", "Markup"]),
        module(
            "Alerting",
            [
                "Articles", "DocumentWriting", "FeedFetching", "FeedParsing", "FeedWriting", "Formats", "Markup",
                "Pipelines", "QueryLanguage", "System",
            ]),
        module("FeedParsing", ["Formats", "Markup"]),
        module("PageRecipes", ["FeedParsing", "Formats", "Markup"]),
        module("ArticleExtraction", ["FeedParsing", "Formats", "Markup", "PageRecipes"]),
        module("OPML", ["CArchive", "Formats", "Markup", "System"]),
        module("ReaderArchives", ["Database", "FeedParsing", "Formats", "Markup", "SQLite", "System"]),
        module(
            "Ingestion",
            [
                "ArticleExtraction", "Articles", "FeedFetching", "FeedParsing", "Formats", "Markup", "OPML",
                "PageRecipes", "Pipelines", "ReaderArchives", "System",
            ]),
        module("PostingIndex", ["CMalloc", "Database", "Pipelines", "SQLite", "System"]),
        module("SearchRanking", ["Articles", "Formats", "Pipelines", "PostingIndex", "QueryLanguage", "TextAnalysis"]),
        module(
            "ArticleSearch",
            [
                "Articles", "Formats", "Pipelines", "PostingIndex", "QueryLanguage", "SearchRanking", "System",
                "TextAnalysis",
            ]),
        module(
            "SavedSearchMatching",
            [
                "Articles", "Pipelines", "PostingIndex", "QueryLanguage", "SearchRanking", "System", "TextAnalysis",
            ]),
        module(
            "LibraryStorage",
            [
                "Articles", "ArticleSearch", "Database", "Formats", "Markup", "Pipelines", "PostingIndex",
                "QueryLanguage", "SavedSearchMatching", "SearchRanking", "System", "TextAnalysis",
            ]),
        module("Messages"),
        module("PostgreSQL", ["CPQ", "Database", "Pipelines", "System"]),
        module(
            "PostgresEngine",
            [
                "Accounts", "Articles", "ArticleSearch", "Database", "Formats", "LibraryStorage", "Pipelines",
                "PostgreSQL", "PostingIndex", "SavedSearchMatching", "SearchRanking", "System", "TextAnalysis",
            ]),
        module(
            "SQLiteEngine",
            [
                "Articles", "ArticleSearch", "Database", "Formats", "LibraryStorage", "Pipelines", "PostingIndex",
                "SavedSearchMatching", "SearchRanking", "SQLite", "System", "TextAnalysis",
            ]),
        module(
            "FeedLibrary",
            [
                "Accounts", "Alerting", "Articles", "DocumentWriting", "FeedFetching", "FeedParsing", "FeedWriting",
                "Formats",
                "Ingestion", "LibraryStorage", "Markup", "Messages", "OPML", "PageRecipes", "Pipelines",
                "PostgresEngine", "PostgreSQL", "QueryLanguage", "ReaderArchives", "SQLiteEngine", "System",
                "TextAnalysis",
            ]),
        module(
            "TerminalPages",
            [
                "Articles", "FeedLibrary", "FeedParsing", "Formats", "Ingestion", "Markup", "Messages",
                "QueryLanguage", "System",
            ]),
        module(
            "DesktopSearch",
            [
                "Articles", "CSystemd", "FeedLibrary", "Formats", "Messages", "Pipelines", "QueryLanguage", "System",
            ]),
        module("HTTPServer", ["CCodings", "CEpoll", "COpenSSL", "Formats", "Pipelines", "System"]),
        module(
            "TerminalReader",
            [
                "Articles", "FeedLibrary", "Formats", "Ingestion", "Markup", "Messages", "Pipelines", "QueryLanguage",
                "SQLiteEngine", "System", "TerminalPages",
            ]),
        module(
            "AssistantProtocol",
            [
                "Articles", "FeedLibrary", "FeedParsing", "Formats", "Messages", "Pipelines", "QueryLanguage", "System",
            ]),
        module(
            "HTTPService",
            [
                "Accounts", "Articles", "AssistantProtocol", "FeedFetching", "FeedLibrary", "FeedParsing",
                "FeedWriting", "Formats", "HTTPServer", "Ingestion", "Messages", "PageRecipes", "Pipelines",
                "QueryLanguage", "System",
            ]),
        module(
            "ReaderProtocols",
            [
                "Accounts", "Articles", "FeedLibrary", "FeedParsing", "FeedWriting", "Formats", "HTTPServer",
                "HTTPService", "Ingestion", "Messages", "QueryLanguage",
            ]),
        module(
            "WebPages",
            [
                "Accounts", "Articles", "FeedFetching", "FeedLibrary", "FeedParsing", "FeedWriting", "Formats",
                "HTTPServer", "HTTPService", "Ingestion", "Markup", "Messages", "PageRecipes", "Pipelines",
                "QueryLanguage", "System", "TextAnalysis",
            ], resources: [.embedInCode("Assets")]),
        .executableTarget(
            name: "feedsearch",
            dependencies: [
                "Accounts", "Alerting", "Articles", "ArticleSearch", "AssistantProtocol", "DesktopSearch",
                "DocumentWriting", "FeedFetching", "FeedLibrary", "FeedParsing", "Formats", "HTTPServer", "HTTPService",
                "Ingestion", "Markup", "Messages", "OPML", "PageRecipes", "Pipelines", "QueryLanguage",
                "ReaderProtocols", "SQLiteEngine", "System",
                "TerminalPages", "TerminalReader", "TextAnalysis", "WebPages",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Articles", "FeedFetching", "FeedParsing", "Ingestion", "LibraryStorage", "Markup", "PostgresEngine",
                "PostgreSQL", "QueryLanguage", "SQLiteEngine", "TextAnalysis",
            ],
            path: "Benchmarks",
            exclude: [
                "alert_kills.py", "extraction", "alert_speed.py", "bench.py", "browse_speed.py", "character_runs.py",
                "compare_answers.py",
                "cold_start.py", "completion.py",
                "desktop.py",
                "feedparser_peer.py", "fetch", "host_memory.py", "filtered_search.py", "first_answer.py",
                "fts5_integrity.py",
                "kill_ingest.py", "kill_service.py", "kill_upgrade.py", "make_searches.py", "measuring",
                "postgres_designs.py", "postgresql.py",
                "race_writers.py", "reader_protocols.py",
                "service_growth.py", "service_process.py", "service_speed.py", "soak.py", "soak_service.py",
                "sync_readers.py",
                "suggestions.py",
                "compare_programs.py", "fetch_once.py", "member_requests.py", "member_speed.py",
                "people_kills.py", "picture_once.py", "trend_speed.py",
                "tests",
                "tune_ranking.py", "visible_beside_ingest.py", "wait_beside_ingest.py", "web_reader.py",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "ExtractPages", dependencies: ["ArticleExtraction", "Markup"], path: "Benchmarks/extraction",
            exclude: ["measure.py"], swiftSettings: strict),
        // What another package does with the library products (Tests/SamplePackage), built with the tests and with the settings of
        // that package.
        .executableTarget(
            name: "SampleProgram",
            dependencies: ["FeedFetching", "FeedLibrary", "FeedParsing", "OPML", "QueryLanguage"],
            path: "Tests/SamplePackage/Sources/sample"),

        .target(
            name: "TestSupport", dependencies: ["System"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "StorageTestSupport",
            dependencies: ["Articles", "PostgresEngine", "PostgreSQL", "SQLiteEngine", "TestSupport"],
            path: "Tests/StorageTestSupport", swiftSettings: strict),
        .target(
            name: "ServiceTestSupport",
            dependencies: [
                "Accounts", "FeedFetching", "FeedLibrary", "HTTPServer", "HTTPService", "Messages", "ReaderProtocols",
                "System", "WebPages",
            ],
            path: "Tests/ServiceTestSupport", swiftSettings: strict),
        tests(
            "Accounts",
            ["Articles", "Database", "Formats", "PostgresEngine", "PostgreSQL", "SQLite", "System", "TestSupport"]),
        tests("Alerting", ["Articles", "FeedFetching", "Formats", "StorageTestSupport"], exclude: ["Support"]),
        tests("ArticleExtraction", ["FeedParsing", "Markup"], exclude: ["Pages", "make_pages.py"]),
        tests(
            "ArticleSearch",
            [
                "Articles", "Pipelines", "PostingIndex", "QueryLanguage", "SearchRanking", "TestSupport",
                "TextAnalysis",
            ]),
        tests("Articles", ["TestSupport"]),
        tests("AssistantProtocol", ["Articles", "FeedLibrary", "Messages", "Pipelines", "System"]),
        tests("Database"),
        tests(
            "DesktopSearch",
            [
                "Articles", "FeedLibrary", "Formats", "Pipelines", "QueryLanguage", "SQLiteEngine", "System",
            ]),
        tests("FeedFetching", ["Formats", "Markup", "System"], exclude: ["Support"]),
        tests(
            "FeedLibrary",
            [
                "Alerting", "Articles", "FeedFetching", "FeedParsing", "Formats", "Ingestion", "Messages",
                "QueryLanguage", "SQLiteEngine", "System",
            ]),
        tests("FeedParsing", ["Formats", "TestSupport"]),
        tests("FeedWriting", ["FeedParsing", "Formats"]),
        tests("DocumentWriting"),
        tests("Formats", ["TestSupport"]),
        tests("HTTPServer", ["FeedFetching", "Formats", "Pipelines", "System"]),
        tests(
            "HTTPService",
            [
                "Accounts", "Articles", "FeedFetching", "FeedLibrary", "FeedParsing", "Formats", "HTTPServer",
                "Ingestion", "Messages", "ServiceTestSupport", "System", "TestSupport", "WebPages",
            ]),
        tests("Ingestion", ["Articles", "FeedFetching", "FeedParsing", "QueryLanguage", "SQLiteEngine"]),
        tests("LibraryStorage", ["Articles", "ArticleSearch", "Database", "SearchRanking"]),
        tests("Markup", ["TestSupport"]),
        tests("Messages"),
        tests("OPML", ["TestSupport"]),
        tests("PageRecipes", ["FeedParsing", "Markup", "TestSupport"]),
        tests("Pipelines", ["System"]),
        tests("PostgreSQL", ["Database", "Pipelines", "TestSupport"]),
        tests(
            "PostgresEngine",
            [
                "Articles", "ArticleSearch", "Database", "Formats", "LibraryStorage", "Pipelines", "PostgreSQL",
                "PostingIndex", "QueryLanguage", "SearchRanking", "SQLite", "SQLiteEngine", "System", "TestSupport",
                "TextAnalysis",
            ]),
        tests("PostingIndex", ["Pipelines", "SQLite", "System", "TestSupport"]),
        tests("QueryLanguage", ["TestSupport"]),
        tests("ReaderArchives", ["SQLite"], exclude: ["Fixtures", "make_liferea.sh"]),
        tests(
            "ReaderProtocols",
            [
                "Accounts", "Articles", "FeedLibrary", "Formats", "HTTPServer", "HTTPService", "ServiceTestSupport",
                "System", "TestSupport",
            ]),
        tests("SQLite", ["Database", "Pipelines"]),
        tests(
            "SQLiteEngine",
            [
                "Articles", "ArticleSearch", "Database", "Formats", "LibraryStorage", "Markup", "Pipelines",
                "PostingIndex", "QueryLanguage", "SavedSearchMatching", "SearchRanking", "SQLite", "System",
                "TestSupport", "TextAnalysis",
            ]),
        tests("SavedSearchMatching", ["Articles", "QueryLanguage", "TestSupport"]),
        tests("SearchRanking", ["Articles", "Pipelines", "QueryLanguage", "TestSupport"]),
        tests("System"),
        tests(
            "TerminalPages",
            [
                "Articles", "FeedLibrary", "FeedParsing", "Formats", "Markup", "Messages", "System", "TestSupport",
            ]),
        tests("TerminalReader", ["Articles", "Messages", "System"]),
        tests("TextAnalysis"),
        tests(
            "WebPages",
            [
                "Accounts", "Articles", "FeedFetching", "FeedLibrary", "Formats", "HTTPServer", "HTTPService",
                "Messages",
                "QueryLanguage", "ServiceTestSupport",
            ]),
        .testTarget(
            name: "StorageEnginesTests",
            dependencies: [
                "Articles", "ArticleSearch", "Database", "FeedFetching", "FeedParsing", "Formats", "Ingestion",
                "LibraryStorage", "PostgresEngine", "PostgreSQL", "QueryLanguage", "SearchRanking", "SQLite",
                "SQLiteEngine",
                "StorageTestSupport", "System", "TestSupport",
            ],
            exclude: ["Support"], swiftSettings: testing),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Accounts", "Articles", "DesktopSearch", "FeedLibrary", "feedsearch", "Formats", "Ingestion",
                "Messages", "QueryLanguage", "SQLite", "SQLiteEngine", "System", "TerminalPages", "TerminalReader",
                "TestSupport",
            ],
            exclude: ["Libraries", "Screens", "Support"], swiftSettings: testing),
    ]
)

if let testedModules {
    // SwiftPM prints the message and stops; a manifest cannot throw.
    for name in testedModules where !package.targets.contains(where: { $0.isTest && $0.name == name }) {
        fatalError("FEEDSEARCH_TESTS: there is no test target \(name)")
    }
    package.targets.removeAll { $0.isTest && !testedModules.contains($0.name) }
}
