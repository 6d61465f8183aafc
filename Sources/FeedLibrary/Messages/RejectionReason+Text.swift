public import Ingestion
public import Messages

extension RejectionReason {
    /// The reason for rejecting a part of the input. Messages of a parser or the system are not translated.
    public func text(_ language: Language) -> String {
        guard language == .simplifiedChinese else { return text }
        return switch self {
        case .notJSON(let what, let at): "不是 JSON：第 \(at) 字节处 \(what)"
        case .missing(let member): "缺少“\(member)”"
        case .lineTooLong(let megabytes): "此行超过 \(megabytes) MB"
        case .tooLarge(let megabytes): "超过 \(megabytes) MB"
        case .noSuchFile: "没有这个文件"
        case .noFeedsInside: "其中没有订阅源"
        case .notAFeed(let what): what.isEmpty ? "不是订阅源" : "不是订阅源：\(what)"
        case .unsafePath: "路径指向归档之外"
        case .specialFile: "链接或特殊文件"
        case .partTooLarge: "过大"
        case .unreadable: "已损坏或已加密"
        case .system(let words): words
        }
    }
}
