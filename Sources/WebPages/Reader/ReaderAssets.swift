private import Formats

/// A file used by pages, which is embedded in the program (`.embedInCode` in Package.swift).
struct ReaderAsset: Sendable {
    let name: String
    let bytes: [UInt8]

    var mediaType: String {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}

/// The files used by pages, by name. A new file must be added to one of the lists below.
enum ReaderAssets {
    /// The parts of the style sheet, in the order in which they are concatenated.
    private static let styles = [
        PackageResources.base_css,
        PackageResources.panes_css,
        PackageResources.sidebar_css,
        PackageResources.list_css,
        PackageResources.search_css,
        PackageResources.article_css,
        PackageResources.overlays_css,
        PackageResources.keys_css,
        PackageResources.narrow_css,
    ]

    /// Script modules. `reader.js` runs first and imports the others by name.
    private static let scripts = [
        ("reader.js", PackageResources.reader_js),
        ("ahead.js", PackageResources.ahead_js),
        ("arrange.js", PackageResources.arrange_js),
        ("article.js", PackageResources.article_js),
        ("bulk.js", PackageResources.bulk_js),
        ("cursor.js", PackageResources.cursor_js),
        ("dom.js", PackageResources.dom_js),
        ("drop.js", PackageResources.drop_js),
        ("keys.js", PackageResources.keys_js),
        ("list.js", PackageResources.list_js),
        ("live.js", PackageResources.live_js),
        ("look.js", PackageResources.look_js),
        ("marks.js", PackageResources.marks_js),
        ("net.js", PackageResources.net_js),
        ("offline.js", PackageResources.offline_js),
        ("palette.js", PackageResources.palette_js),
        ("panes.js", PackageResources.panes_js),
        ("places.js", PackageResources.places_js),
        ("players.js", PackageResources.players_js),
        ("position.js", PackageResources.position_js),
        ("pull.js", PackageResources.pull_js),
        ("reading.js", PackageResources.reading_js),
        ("recent.js", PackageResources.recent_js),
        ("search.js", PackageResources.search_js),
        ("state.js", PackageResources.state_js),
        ("suggestions.js", PackageResources.suggestions_js),
        ("swipe.js", PackageResources.swipe_js),
        ("send.js", PackageResources.send_js),
        ("tags.js", PackageResources.tags_js),
        ("timeline.js", PackageResources.timeline_js),
        ("toast.js", PackageResources.toast_js),
        ("tree.js", PackageResources.tree_js),
    ]

    /// The files of the management pages.
    private static let managing = [
        ("manage.css", PackageResources.manage_css), ("manage.js", PackageResources.manage_js),
        ("push.js", PackageResources.push_js),
    ]

    private static let others = [
        ("icon.svg", PackageResources.icon_svg),
        ("icon-192.png", PackageResources.icon_192_png),
        ("icon-512.png", PackageResources.icon_512_png),
        ("manifest.webmanifest", PackageResources.manifest_webmanifest),
    ]

    /// The script of the service worker, which is served at the root of the service because it controls only addresses
    /// below its own folder.
    static let worker = PackageResources.worker_js

    private static let byName: [String: ReaderAsset] = {
        var assets = [ReaderAsset(name: "reader.css", bytes: Array(styles.joined()))]
        assets += (scripts + managing + others).map { ReaderAsset(name: $0.0, bytes: $0.1) }
        return Dictionary(uniqueKeysWithValues: assets.map { ($0.name, $0) })
    }()

    /// A hash of all files. It is part of their addresses, so browsers can cache them permanently.
    static let version: String = {
        let files = byName.sorted { $0.key < $1.key }.map { Array($0.key.utf8) + [0] + $0.value.bytes + [0] }
        return String(Hexadecimal.encode(SHA256.hash(Array(files.joined()))).prefix(16))
    }()

    static func named(_ name: String) -> ReaderAsset? { byName[name] }

    /// The address of a file, relative to the service.
    static func address(_ name: String) -> String { "assets/\(version)/\(name)" }

    /// The modules that a script imports.
    static func modules(of script: String) -> [String] {
        script == "reader.js" ? scripts.map(\.0).filter { $0 != script } : ["dom.js", "drop.js", "net.js", "push.js"]
    }
}
