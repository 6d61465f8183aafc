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

/// Modules that take most of the tests' time. `FEEDSEARCH_OPTIMIZED=1`, which `.ci/run` sets, optimises them in debug builds as well;
/// assertions stay on.
let computing: Set<String> = [
    "ArticleSearch", "BatchInversion", "Database", "FeedParsing", "Formats", "LibraryStorage", "Markup", "Pipelines",
    "PostgreSQL", "PostingIndex", "QueryLanguage", "SQLite", "SQLiteSearch", "SavedSearchMatching", "SearchRanking",
    "Suggestions", "TextAnalysis",
]
let optimized: [SwiftSetting] =
    Context.environment["FEEDSEARCH_OPTIMIZED"] == nil
    ? [] : [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies,
        swiftSettings: strict + (computing.contains(name) ? optimized : []))
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.target(name: name)] + dependencies, exclude: exclude,
        swiftSettings: strict)
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
        .library(name: "FeedLibrary", targets: ["FeedLibrary", "JSONForms"]),
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

        // Rooms, bottom up; arrows only downwards.
        room("System", ["CEpoll", "CMalloc"]),
        room("TerminalText", ["System"]),
        room("Messages"),
        room("Formats", ["COpenSSL", "CSodium", "CZstd"]),
        room("Pipelines", ["System"]),
        room("Database", ["Formats"]),
        room("SQLite", ["CSQLite", "Database", "Pipelines", "System"]),
        room("PostgreSQL", ["CPQ", "Database", "Pipelines", "System"]),
        room("Accounts", ["CCrypto", "CSodium", "Database", "Formats", "SQLite", "System"]),
        room("BatchInversion", ["CMalloc", "System"]),
        room("PostingIndex", ["BatchInversion", "Database", "SQLite", "Pipelines", "System"]),
        room("TextAnalysis", ["CFoldings", "CICU", "CLanguages", "CStemmer", "System"]),
        room("Markup", ["CICU"]),
        room("QueryLanguage", ["Formats"]),
        room("OPML", ["CArchive", "Formats", "Markup", "System"]),
        room("FeedParsing", ["Formats", "Markup"]),
        room("ArticleExtraction", ["FeedParsing", "Formats", "Markup", "PageRecipes"]),
        room("ReaderArchives", ["Database", "FeedParsing", "Formats", "Markup", "SQLite", "System"]),
        room("FeedFetching", ["CCurl", "CCodings", "Formats", "Markup", "System"]),
        room("DBus", ["CSystemd", "Formats", "System"]),
        room("Articles", ["Pipelines", "Formats", "QueryLanguage", "System", "TextAnalysis"]),
        room("SearchRanking", ["Articles", "Formats", "Pipelines", "PostingIndex", "QueryLanguage", "TextAnalysis"]),
        room("Suggestions", ["QueryLanguage", "SearchRanking", "TextAnalysis"]),
        room(
            "ArticleSearch",
            [
                "Articles", "BatchInversion", "Formats", "Pipelines", "PostingIndex", "QueryLanguage",
                "SearchRanking", "Suggestions", "System", "TextAnalysis",
            ]),
        room(
            "SavedSearchMatching",
            [
                "Articles", "BatchInversion", "Pipelines", "QueryLanguage", "SearchRanking",
                "System", "TextAnalysis",
            ]),
        room(
            "LibraryStorage",
            [
                "Database", "ArticleSearch", "Articles", "BatchInversion", "Formats", "QueryLanguage",
                "SavedSearchMatching", "SearchRanking", "Suggestions", "System", "TextAnalysis",
            ]),
        room(
            "SQLiteSearch",
            [
                "Database", "ArticleSearch", "Articles", "Formats", "LibraryStorage", "Pipelines", "PostingIndex",
                "SQLite", "SearchRanking", "TextAnalysis",
            ]),
        room(
            "PostgresSearch",
            [
                "Database", "ArticleSearch", "Articles", "BatchInversion", "Formats", "LibraryStorage", "Pipelines",
                "PostgreSQL", "PostingIndex", "SearchRanking", "System", "TextAnalysis",
            ]),
        room(
            "PostgresStorage",
            [
                "Database", "LibraryStorage", "ArticleSearch", "Articles", "BatchInversion", "Formats", "Pipelines",
                "PostgreSQL", "PostgresSearch", "PostingIndex", "SavedSearchMatching",
                "SearchRanking", "TextAnalysis",
            ]),
        room(
            "SQLiteStorage",
            [
                "BatchInversion",
                "Database", "LibraryStorage", "ArticleSearch", "Articles", "Formats", "Pipelines", "PostingIndex",
                "SQLite",
                "SQLiteSearch",
                "SavedSearchMatching", "SearchRanking", "System", "TextAnalysis",
            ]),
        room("HTTPServer", ["CCodings", "CEpoll", "COpenSSL", "Formats", "Pipelines", "System"]),
        room("PageRecipes", ["FeedParsing", "Formats", "Markup"]),
        room("FeedWriting", ["Formats"]),
        room("Alerting", ["Articles", "FeedFetching", "FeedWriting", "Formats", "System"]),
        room(
            "Ingestion",
            [
                "Formats",
                "ArticleExtraction", "PageRecipes", "FeedParsing", "Markup", "OPML", "Articles", "FeedFetching",
                "Pipelines", "ReaderArchives", "System",
            ]),
        room(
            "JSONForms",
            [
                "Accounts", "Articles", "FeedParsing", "Formats", "Ingestion", "Markup", "Messages", "PageRecipes",
                "SQLiteStorage", "TextAnalysis",
            ]),
        room(
            "FeedLibrary",
            [
                "Accounts", "Alerting", "LibraryStorage", "Articles", "SQLiteStorage", "FeedFetching", "FeedParsing",
                "FeedWriting", "Formats", "Ingestion", "JSONForms", "Markup", "Messages", "OPML", "PageRecipes",
                "Pipelines",
                "PostgreSQL", "PostgresSearch", "PostgresStorage", "QueryLanguage",
                "ReaderArchives", "System", "TerminalText",
            ]),
        room(
            "TerminalPages",
            [
                "Articles", "FeedLibrary", "FeedParsing", "Formats", "Ingestion", "Markup", "Messages",
                "QueryLanguage", "System", "TerminalText",
            ]),
        room(
            "DesktopSearch",
            [
                "Articles", "DBus", "FeedLibrary", "Formats", "Messages", "Pipelines", "QueryLanguage", "System",
                "TerminalText",
            ]),
        room(
            "TerminalReader",
            [
                "Articles", "FeedLibrary", "Formats", "Ingestion", "Markup", "Messages", "Pipelines", "QueryLanguage",
                "SQLiteStorage", "System", "TerminalPages", "TerminalText",
            ]),
        room(
            "ReaderProtocols",
            [
                "Articles", "FeedLibrary", "FeedParsing", "FeedWriting", "Formats", "HTTPServer", "Ingestion",
                "JSONForms", "Messages", "QueryLanguage",
            ]),
        .target(
            name: "WebReader",
            dependencies: [
                "Articles", "FeedLibrary", "FeedParsing", "FeedWriting", "Formats", "HTTPServer", "Ingestion", "Markup",
                "Messages", "QueryLanguage",
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: strict),
        room(
            "WebManagement",
            [
                "Accounts", "Articles", "FeedLibrary", "FeedParsing", "Formats", "HTTPServer", "Markup", "Messages",
                "PageRecipes", "Pipelines", "System", "WebReader",
            ]),
        room("ServiceSchemas", ["Articles", "Formats", "Messages"]),
        room(
            "HTTPService",
            [
                "Accounts", "Articles", "FeedFetching", "FeedLibrary", "FeedParsing", "FeedWriting", "Formats",
                "HTTPServer", "Ingestion", "JSONForms", "Messages", "Pipelines", "QueryLanguage", "ReaderProtocols",
                "ServiceSchemas", "System", "WebManagement", "WebReader",
            ]),
        .executableTarget(
            name: "feedsearch",
            dependencies: [
                "FeedLibrary", "HTTPServer", "HTTPService", "Accounts", "DBus", "DesktopSearch",
                "Formats", "JSONForms", "Pipelines", "TextAnalysis", "Markup", "QueryLanguage", "OPML", "FeedParsing",
                "FeedFetching", "Articles", "SQLiteStorage", "Ingestion", "PageRecipes", "Alerting", "System",
                "Suggestions", "TerminalPages", "TerminalReader", "TerminalText", "Messages",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "LibraryStorage",
                "FeedParsing", "Markup", "TextAnalysis", "QueryLanguage", "Articles", "PostgreSQL", "PostgresSearch",
                "PostgresStorage",
                "SQLiteStorage",
            ],
            path: "Benchmarks",
            exclude: [
                "alert_kills.py", "extraction", "alert_speed.py", "bench.py", "browse_speed.py", "character_runs.py",
                "compare_answers.py",
                "cold_start.py", "completion.py",
                "desktop.py",
                "feedparser_peer.py", "fetch", "filtered_search.py", "first_answer.py", "fts5_integrity.py",
                "kill_ingest.py", "kill_service.py", "kill_upgrade.py", "make_searches.py", "measuring",
                "postgres_designs.py", "postgresql.py",
                "race_writers.py", "reader_protocols.py",
                "service_growth.py", "service_process.py", "service_speed.py", "soak.py", "soak_service.py",
                "sync_readers.py",
                "suggestions.py",
                "tests",
                "tune_ranking.py", "visible_beside_ingest.py", "wait_beside_ingest.py", "web_reader.py",
            ],
            swiftSettings: strict),

        .executableTarget(
            name: "ExtractPages", dependencies: ["ArticleExtraction", "Markup"], path: "Benchmarks/extraction",
            exclude: ["measure.py"], swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["System"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "StorageTestSupport",
            dependencies: ["Articles", "PostgreSQL", "PostgresStorage", "SQLiteStorage", "TestSupport"],
            path: "Tests/StorageTestSupport", swiftSettings: strict),
        tests("Formats"),
        tests("Database"),
        tests("Messages"),
        tests("System"),
        tests("Pipelines"),
        tests("SQLite", ["Pipelines", "Database"]),
        tests("PostgreSQL", ["Database", "Pipelines", "TestSupport"]),
        tests("Accounts", ["Formats", "SQLite", "System"]),
        tests("PostingIndex", ["BatchInversion", "Pipelines", "SQLite", "System", "TestSupport"]),
        tests(
            "PostgresStorage",
            [
                "Formats", "System",
                "LibraryStorage", "ArticleSearch", "Articles", "BatchInversion", "Database", "Pipelines", "PostgreSQL",
                "PostgresSearch", "PostingIndex", "QueryLanguage", "SQLite", "SQLiteStorage", "TestSupport",
                "TextAnalysis",
            ]),
        tests("ArticleSearch", ["SearchRanking"]),
        tests("TerminalText", ["TestSupport"]),
        tests("BatchInversion", ["TestSupport"]),
        tests("Articles", ["TestSupport"]),
        tests("ServiceSchemas", ["Formats"]),
        tests("Suggestions", ["SearchRanking", "TestSupport"]),
        tests("SearchRanking", ["Articles", "Pipelines", "QueryLanguage", "TestSupport"]),
        tests("SavedSearchMatching", ["Articles", "QueryLanguage", "TestSupport"]),
        tests("LibraryStorage", ["ArticleSearch", "Articles", "Database", "SearchRanking"]),
        tests("SQLiteSearch", ["Articles", "Database", "LibraryStorage", "QueryLanguage", "SQLite", "TestSupport"]),
        tests(
            "PostgresSearch",
            [
                "Articles", "Database", "LibraryStorage", "PostgreSQL", "QueryLanguage", "SearchRanking", "TestSupport",
            ]),
        tests("TextAnalysis"),
        tests("Markup", ["TestSupport"]),
        tests("QueryLanguage", ["TestSupport"]),
        tests("OPML", ["TestSupport"]),
        tests("FeedParsing", ["Formats", "TestSupport"]),
        tests("ArticleExtraction", ["FeedParsing", "Markup"], exclude: ["Pages", "make_pages.py"]),
        tests("ReaderArchives", ["SQLite"], exclude: ["Fixtures", "make_liferea.sh"]),
        tests("PageRecipes", ["FeedParsing", "Markup", "TestSupport"]),
        tests("FeedFetching", ["Markup", "System", "Formats"], exclude: ["Support"]),
        tests("HTTPServer", ["FeedFetching", "Formats", "Pipelines", "System"]),
        tests(
            "SQLiteStorage",
            [
                "BatchInversion", "Formats",
                "LibraryStorage", "ArticleSearch", "Articles", "Database", "SearchRanking", "Suggestions",
                "SavedSearchMatching",
                "SQLiteSearch", "PostingIndex", "Pipelines", "QueryLanguage", "SQLite", "System", "TestSupport",
                "TextAnalysis",
            ]),
        .testTarget(
            name: "StorageEnginesTests",
            dependencies: [
                "SearchRanking",
                "LibraryStorage", "ArticleSearch", "Articles", "Database", "FeedParsing", "Formats", "Ingestion",
                "PostgreSQL",
                "PostgresSearch", "PostgresStorage", "QueryLanguage", "SQLite", "SQLiteStorage", "StorageTestSupport",
                "Suggestions",
                "System",
                "TestSupport",
            ],
            swiftSettings: strict),
        tests("DBus"),
        tests(
            "DesktopSearch",
            ["QueryLanguage", "Articles", "DBus", "FeedLibrary", "Formats", "Pipelines", "SQLiteStorage", "System"]),
        tests("Alerting", ["Articles", "FeedFetching", "StorageTestSupport"], exclude: ["Support"]),
        tests("Ingestion", ["FeedFetching", "FeedParsing", "Articles", "SQLiteStorage", "QueryLanguage"]),
        tests("ReaderProtocols"),
        tests("JSONForms", ["FeedParsing", "Formats"]),
        tests("FeedWriting", ["FeedParsing", "Formats"]),
        tests(
            "TerminalPages", ["Articles", "FeedLibrary", "FeedParsing", "Markup", "Messages", "System", "TerminalText"]),
        tests(
            "TerminalReader",
            ["Articles", "Messages", "System"]),
        tests("WebReader", ["Formats", "Articles"]),
        tests("WebManagement", ["Messages"]),
        tests(
            "HTTPService",
            [
                "FeedParsing", "ServiceSchemas",
                "Accounts", "Articles", "FeedFetching", "FeedLibrary", "Formats", "HTTPServer", "Ingestion", "Messages",
                "ReaderProtocols",
                "System", "WebManagement", "WebReader",
            ]),
        tests(
            "FeedLibrary",
            [
                "FeedFetching",
                "Alerting", "Articles", "Formats", "Ingestion", "JSONForms", "Messages", "QueryLanguage",
                "SQLiteStorage", "System",
            ]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "Articles", "Ingestion", "QueryLanguage", "SQLite", "SQLiteStorage",
                "feedsearch", "Accounts", "DesktopSearch", "FeedLibrary", "Formats", "JSONForms", "Messages", "System",
                "TerminalPages",
                "TerminalReader", "TerminalText", "TestSupport",
            ],
            exclude: ["Screens", "Support"], swiftSettings: strict),
    ]
)

if let testedModules {
    // SwiftPM prints the message and stops; a manifest cannot throw.
    for name in testedModules where !package.targets.contains(where: { $0.isTest && $0.name == name }) {
        fatalError("FEEDSEARCH_TESTS: there is no test target \(name)")
    }
    package.targets.removeAll { $0.isTest && !testedModules.contains($0.name) }
}
