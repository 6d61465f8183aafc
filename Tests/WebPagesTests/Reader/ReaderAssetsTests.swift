import Testing

@testable import WebPages

@Suite struct ReaderAssetsTests {
    @Test("Every module that a script imports is there, and kept for reading without a network")
    func imports() throws {
        for first in ["reader.js", "manage.js"] {
            let modules = ReaderAssets.modules(of: first)
            for name in modules + [first] {
                let script = try #require(ReaderAssets.named(name))
                for match in String(decoding: script.bytes, as: UTF8.self).matches(of: /(?m)^import .*"\.\/(.+)";$/) {
                    #expect(modules.contains(String(match.output.1)), "\(name)")
                }
            }
        }
    }

    @Test("Files have a media type, and no other name leads to one")
    func names() {
        #expect(ReaderAssets.named("reader.css")?.mediaType == "text/css; charset=utf-8")
        #expect(ReaderAssets.named("icon.svg")?.mediaType == "image/svg+xml")
        #expect(ReaderAssets.named("base.css") == nil)
        #expect(ReaderAssets.named("../reader.js") == nil)
    }
}
