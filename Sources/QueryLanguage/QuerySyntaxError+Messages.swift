/// The languages of messages about query errors.
public enum QueryMessageLanguage: Sendable, CaseIterable {
    case english, simplifiedChinese
}

extension QuerySyntaxError {
    /// The error in one line, without its range and without a full stop.
    public func message(in language: QueryMessageLanguage) -> String {
        switch language {
        case .english: englishMessage
        case .simplifiedChinese: chineseMessage
        }
    }

    /// A hint about what to enter instead, in one line.
    public func hint(in language: QueryMessageLanguage) -> String {
        switch language {
        case .english: englishHint
        case .simplifiedChinese: chineseHint
        }
    }

    /// A value entered by the user, shortened to 40 characters and without control characters, for use in a message.
    static func shown(_ value: String) -> String {
        var result = ""
        var count = 0
        for scalar in value.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: continue
            default: break
            }
            if count == 40 { return result + "…" }
            result.unicodeScalars.append(scalar)
            count += 1
        }
        return result
    }
}

// MARK: - English

extension QuerySyntaxError {
    private var englishMessage: String {
        switch self {
        case .invalidUTF8: "the query is not valid UTF-8"
        case .tooLong(let limit, _): "the query is longer than \(limit) bytes"
        case .tooManyTerms(let limit, _): "the query has more than \(limit) words and filters"
        case .tooManyNearTerms(let limit, _): "NEAR has more than \(limit) words and phrases"
        case .tooDeep(let limit, _): "parentheses are nested more than \(limit) deep"
        case .empty: "nothing to search for"
        case .onlyExclusions: "the query contains only exclusions"
        case .unclosedQuote: "this quote is never closed"
        case .unclosedParenthesis: "this parenthesis is never closed"
        case .unexpectedParenthesis: "this parenthesis closes nothing"
        case .emptyGroup: "there is nothing between the parentheses"
        case .danglingOperator(let name, _): "“\(Self.shown(name))” has no word on one side"
        case .misplacedStar: "a star only works at the end of a word"
        case .unknownField(let name, _, _): "“\(Self.shown(name)):” is not a field"
        case .emptyField(let name, _): "“\(Self.shown(name)):” has no value"
        case .fieldInsideField(let name, _): "“\(Self.shown(name))” cannot be used inside another field"
        case .unknownValue(let value, let field, _, _):
            "“\(Self.shown(value))” is not a value of “\(Self.shown(field)):”"
        case .invalidLanguage(let value, _): "“\(Self.shown(value))” is not a language tag"
        case .invalidArticle(let value, _): "“\(Self.shown(value))” is not the number of an article"
        case .invalidDate(let value, _): "“\(Self.shown(value))” is not a date"
        case .reversedDates(let value, _): "the dates “\(Self.shown(value))” end before they begin"
        case .invalidDistance(let value, _):
            value.isEmpty ? "NEAR needs a distance" : "“\(Self.shown(value))” is not a distance"
        case .invalidNearOperand: "NEAR works between words and phrases, two or more"
        case .misplacedRegex: "a regular expression cannot be an alternative or part of an excluded group"
        case .unclosedRegex: "this regular expression is never closed"
        case .unknownRegexFlag(let flag, _): "“\(Self.shown(flag))” cannot follow a regular expression"
        case .invalidRegex: "this regular expression is too long or ends in a backslash"
        }
    }

    private var englishHint: String {
        switch self {
        case .invalidUTF8: "send the query as UTF-8"
        case .tooLong, .tooManyTerms, .tooManyNearTerms: "shorten the query, or split it into several"
        case .tooDeep: "remove parentheses that are not needed"
        case .empty: "type a word, a \"phrase\" or a filter such as is:unread; punctuation alone never matches"
        case .onlyExclusions: "add a word to look for, or a filter: is:unread -cat"
        case .unclosedQuote: "add a closing quote, or remove this one"
        case .unclosedParenthesis: "add a closing parenthesis, or put the text in quotes"
        case .unexpectedParenthesis: "remove it, or put the text in quotes"
        case .emptyGroup: "put words between them, or remove them"
        case .danglingOperator(let name, _):
            name.hasPrefix("NEAR/")
                ? "put a word on both sides: full \(Self.shown(name)) text"
                : name == "NOT" || name == "-"
                    ? "put the word to exclude after it, or quote it to search for it: \"\(Self.shown(name))\""
                    : "put a word on both sides, or quote it to search for it: \"\(Self.shown(name))\""
        case .misplacedStar:
            "put the star after the beginning of a word: inter*; quote a text to search for it as it is"
        case .unknownField(let name, let suggestion, _):
            (suggestion.map { "did you mean \($0):…? or, " } ?? "")
                + "to search for the text itself, quote it: \"\(Self.shown(name)):…\""
        case .emptyField(let name, _): "write the value right after the colon: \(Self.shown(name)):value"
        case .fieldInsideField: "write the fields side by side: title:swift tag:news"
        case .unknownValue(_, let field, let allowed, _):
            "use " + allowed.map { "\(Self.shown(field)):\($0)" }.joined(separator: ", ")
        case .invalidArticle: "use the number of a topic, such as parent:12"
        case .invalidLanguage: "use a tag such as lang:zh, lang:en or lang:zh-hant"
        case .invalidDate: "use 2024, 2024-05, 2024-05-06, 2024-01..2024-03, 7d, 2w, 6m, 1y, today or yesterday"
        case .reversedDates: "write the earlier date first: 2024-01..2024-03, 30d..7d"
        case .invalidDistance: "use a whole number up to 1000: full NEAR/5 text"
        case .invalidNearOperand: "write full NEAR/5 text or NEAR(full text, 5); in one field: title:(full NEAR/5 text)"
        case .misplacedRegex: "put it next to the others: (a OR b) re:/x/; alternatives go inside it: re:/x|y/"
        case .unclosedRegex: "end it with a slash, or quote it if it contains slashes: re:\"…\""
        case .unknownRegexFlag: "only i (ignore case) may follow; quote an expression that contains slashes: re:\"…\""
        case .invalidRegex: "keep it under 1000 bytes; a backslash itself is \\\\"
        }
    }
}

// MARK: - Simplified Chinese

extension QuerySyntaxError {
    private var chineseMessage: String {
        switch self {
        case .invalidUTF8: "查询不是有效的 UTF-8 文本"
        case .tooLong(let limit, _): "查询超过了 \(limit) 字节"
        case .tooManyTerms(let limit, _): "查询中的词和条件超过了 \(limit) 个"
        case .tooManyNearTerms(let limit, _): "NEAR 中的词和短语超过了 \(limit) 个"
        case .tooDeep(let limit, _): "括号嵌套超过了 \(limit) 层"
        case .empty: "没有可以搜索的内容"
        case .onlyExclusions: "查询里只有要排除的内容"
        case .unclosedQuote: "这个引号没有结束"
        case .unclosedParenthesis: "这个括号没有结束"
        case .unexpectedParenthesis: "这个右括号前面没有左括号"
        case .emptyGroup: "括号里没有内容"
        case .danglingOperator(let name, _): "“\(Self.shown(name))”有一边缺少内容"
        case .misplacedStar: "星号只能放在词尾"
        case .unknownField(let name, _, _): "没有“\(Self.shown(name)):”这个字段"
        case .emptyField(let name, _): "“\(Self.shown(name)):”后面没有值"
        case .fieldInsideField(let name, _): "“\(Self.shown(name))”不能放在另一个字段里面"
        case .unknownValue(let value, let field, _, _): "“\(Self.shown(field)):”不支持“\(Self.shown(value))”"
        case .invalidArticle(let value, _): "“\(Self.shown(value))”不是文章编号"
        case .invalidLanguage(let value, _): "“\(Self.shown(value))”不是语言代码"
        case .invalidDate(let value, _): "“\(Self.shown(value))”不是日期"
        case .reversedDates(let value, _): "“\(Self.shown(value))”的结束早于开始"
        case .invalidDistance(let value, _):
            value.isEmpty ? "NEAR 缺少距离" : "“\(Self.shown(value))”不是距离"
        case .invalidNearOperand: "NEAR 只能用在两个或更多的词或短语之间"
        case .misplacedRegex: "正则表达式不能作为 OR 的一边，也不能放在被排除的括号里"
        case .unclosedRegex: "这个正则表达式没有结束"
        case .unknownRegexFlag(let flag, _): "正则表达式后面不能跟“\(Self.shown(flag))”"
        case .invalidRegex: "这个正则表达式太长，或者以反斜杠结尾"
        }
    }

    private var chineseHint: String {
        switch self {
        case .invalidUTF8: "请用 UTF-8 编码发送查询"
        case .tooLong, .tooManyTerms, .tooManyNearTerms: "请减少内容，或者拆成几个查询"
        case .tooDeep: "请去掉不需要的括号"
        case .empty: "请输入一个词、一个\"短语\"或 is:unread 这样的条件；单独的标点不会匹配任何内容"
        case .onlyExclusions: "请加上要找的词，或者一个条件：is:unread -猫"
        case .unclosedQuote: "请补上结束的引号，或者去掉这个引号"
        case .unclosedParenthesis: "请补上右括号，或者给这段文字加上引号"
        case .unexpectedParenthesis: "请去掉它，或者给这段文字加上引号"
        case .emptyGroup: "请在括号里写上词，或者去掉括号"
        case .danglingOperator(let name, _):
            name.hasPrefix("NEAR/")
                ? "两边都要有词：全文 \(Self.shown(name)) 搜索"
                : name == "NOT" || name == "-"
                    ? "请在它后面写上要排除的词；要搜索它本身，请加引号：\"\(Self.shown(name))\""
                    : "两边都要有词；要搜索它本身，请加引号：\"\(Self.shown(name))\""
        case .misplacedStar: "先写开头，再写星号：inter*；要按原样搜索，请加引号"
        case .unknownField(let name, let suggestion, _):
            (suggestion.map { "是不是想用 \($0):…？" } ?? "")
                + "要搜索这段文字本身，请加引号：\"\(Self.shown(name)):…\""
        case .emptyField(let name, _): "请把值紧跟在冒号后面，中间不要空格：\(Self.shown(name)):值"
        case .fieldInsideField: "请把字段并列写：title:swift tag:news"
        case .unknownValue(_, let field, let allowed, _):
            "可以用 " + allowed.map { "\(Self.shown(field)):\($0)" }.joined(separator: "、")
        case .invalidArticle: "请用主题的编号，例如 parent:12"
        case .invalidLanguage: "请用 lang:zh、lang:en 或 lang:zh-hant 这样的代码"
        case .invalidDate: "可以用 2024、2024-05、2024-05-06、2024-01..2024-03、7d、2w、6m、1y、今天、昨天"
        case .reversedDates: "请把较早的日期写在前面：2024-01..2024-03、30d..7d"
        case .invalidDistance: "请用 1000 以内的整数：全文 NEAR/5 搜索"
        case .invalidNearOperand: "请写成 全文 NEAR/5 搜索 或 NEAR(全文 搜索, 5)；限定字段：title:(全文 NEAR/5 搜索)"
        case .misplacedRegex: "请和其他内容并列：(a OR b) re:/x/；表达式里面可以写多种可能：re:/x|y/"
        case .unclosedRegex: "请以斜杠结束；如果表达式里有斜杠，请加引号：re:\"…\""
        case .unknownRegexFlag: "后面只能跟 i（忽略大小写）；含有斜杠的表达式请加引号：re:\"…\""
        case .invalidRegex: "请控制在 1000 字节以内；反斜杠本身要写成 \\\\"
        }
    }
}
