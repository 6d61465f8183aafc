internal import Alerting
public import FeedFetching
public import Messages

extension Confirmable {
    /// Describes the setting's effect. The value is shown in full, since the user cannot confirm a hidden value.
    public func text(_ language: Language) -> String {
        let isChinese = language == .simplifiedChinese
        return switch kind {
        case .command: isChinese ? "运行 \(value)" : "runs \(value)"
        case .file: isChinese ? "写入 \(value)" : "writes \(value)"
        case .address: isChinese ? "发送到 \(value)" : "posts to \(value)"
        case .secret: isChinese ? "用密钥 \(value) 向 \(target) 发送" : "uses the secret \(value) for \(target)"
        case .headers: isChinese ? "把 \(value) 中的请求头发给 \(target)" : "sends the headers in \(value) to \(target)"
        case .auth: isChinese ? "把 \(value) 中的密码发给 \(target)" : "sends the password in \(value) to \(target)"
        case .cookies: isChinese ? "把 \(value) 中的 Cookie 发给 \(target)" : "sends the cookies in \(value) to \(target)"
        case .proxy: isChinese ? "通过代理 \(value) 访问 \(target)" : "connects to \(target) through the proxy \(value)"
        case .mail:
            isChinese
                ? "向 \(value) 发送邮件（由收件人或托管服务的管理员确认）"
                : "sends mail to \(value), which its recipient or the administrator of the host confirms"
        case .network: isChinese ? "访问专用网络 \(value)" : "connects to \(value) on a private network"
        }
    }
}
