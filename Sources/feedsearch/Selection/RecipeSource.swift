import FeedFetching
import PageRecipes

/// The recipe that flags or a file describe, and the page that it is for.
struct RecipeSource {
    let invocation: Invocation

    /// - Throws: `Complaint` where the recipe is none.
    func recipe() throws -> PageRecipe {
        do throws(PageRecipe.Mistake) {
            if let path = invocation.settings.value(.recipe) {
                return try PageRecipe(json: try file(path))
            }
            var fields: [String: String] = [:]
            for (flag, name) in Self.fields { fields[name] = invocation.settings.value(flag) }
            return try PageRecipe(fields)
        } catch {
            throw invocation.complaint(.badRecipe, [Self.text(error, invocation.language)])
        }
    }

    private func file(_ path: String) throws(PageRecipe.Mistake) -> [UInt8] {
        do { return try invocation.read(path, limit: 1 << 20) } catch { throw .notJSON }
    }

    static let fields: [(Flag, String)] = [
        (.item, "item"), (.title, "title"), (.link, "link"), (.date, "date"), (.author, "author"),
        (.content, "content"), (.next, "next"), (.pages, "pages"),
    ]

    static func text(_ mistake: PageRecipe.Mistake, _ language: Language) -> String {
        let isChinese = language == .simplifiedChinese
        return switch mistake {
        case .notJSON: isChinese ? "文件不是 JSON 对象" : "the file holds no JSON object"
        case .missing(let name): isChinese ? "缺少 \(name)" : "\(name) is missing"
        case .unknownMember(let name): isChinese ? "没有“\(name)”这一项" : "there is no member '\(name)'"
        case .notText(let name): isChinese ? "\(name) 应为文字" : "\(name) must be text"
        case .pages:
            isChinese ? "pages 应为 1 到 \(PageRecipe.maxPages)" : "pages is a number from 1 to \(PageRecipe.maxPages)"
        case .selector(let error): isChinese ? "选择器有误：\(error.message)" : error.message
        }
    }

    /// A page from the net, the typed origin allowed even on a private network.
    func fetch(_ typed: TypedAddress) throws -> FetchOutcome {
        var fetcher = try invocation.settings.fetcher()
        fetcher.limits.timeout = .seconds(20)
        var request = FetchRequest(typed.candidates[0].text)
        request.trustedOrigin = typed.candidates[0].origin
        request.credentials = typed.credentials
        let (client, asked) = (fetcher, request)
        return AsyncWait.run { await client.fetch(asked) }
    }
}

extension PageReading.Problem {
    func text(_ language: Language) -> String { FetchReason.text(kind: rawValue, detail: "", language) }
}
