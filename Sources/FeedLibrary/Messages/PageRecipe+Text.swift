public import Messages
public import PageRecipes

extension PageRecipe.Mistake {
    /// The reason why a recipe cannot be used.
    public func text(_ language: Language) -> String {
        let isChinese = language == .simplifiedChinese
        return switch self {
        case .notJSON: isChinese ? "文件不是 JSON 对象" : "the file does not contain a JSON object"
        case .missing(let name): isChinese ? "缺少 \(name)" : "\(name) is missing"
        case .unknownMember(let name): isChinese ? "没有“\(name)”这一项" : "there is no member '\(name)'"
        case .notText(let name): isChinese ? "\(name) 应为文字" : "\(name) must be text"
        case .pages:
            isChinese
                ? "pages 应为 1 到 \(PageRecipe.maxPages)" : "pages must be a number from 1 to \(PageRecipe.maxPages)"
        case .address(let name):
            isChinese
                ? "\(name) 应为网址，参数写在花括号中，如 https://example.org/go/{node}?p={page}"
                : "\(name) must be a web address with parameters in braces, such as https://example.org/go/{node}?p={page}"
        case .limit(let name, let limit):
            isChinese ? "\(name) 应为 1 到 \(limit)" : "\(name) must be a number from 1 to \(limit)"
        case .selector(let error): isChinese ? "选择器有误：\(error.message)" : error.message
        }
    }
}

extension PageReading.Problem {
    /// The reason why a recipe found nothing on a page.
    public func text(_ language: Language) -> String { FetchReason.text(kind: rawValue, detail: "", language) }
}
