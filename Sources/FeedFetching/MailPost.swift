private import CCurl
private import Glibc

/// An e-mail message, and the server that sends it.
public struct MailPost: Sendable {
    /// The server as `smtp://host:port` or `smtps://host:port`.
    public var server: String
    /// The user name and password. They are sent over TLS only, except to this machine.
    public var credentials: BasicCredentials?
    /// The addresses of the sender and the recipients in the SMTP envelope.
    public var sender: String
    public var receivers: [String]
    /// The headers and body of the message. Lines end with CR LF (RFC 5322).
    public var message: [UInt8]
    /// The time limit for the whole transfer.
    public var timeout: Duration = .seconds(30)

    /// Creates a message without credentials.
    public init(server: String, sender: String, receivers: [String], message: [UInt8]) {
        self.server = server
        self.sender = sender
        self.receivers = receivers
        self.message = message
    }

    /// Sends the message; blocks the calling thread.
    ///
    /// - Parameter caFile: the path of a file of trusted certificates, used instead of the system's.
    /// - Throws: `FetchFailure`, with the kind `httpStatus` and the server's code if the server refused the message.
    public func send(caFile: String? = nil) throws(FetchFailure) {
        guard ([sender] + receivers).allSatisfy(Self.isPlain), !receivers.isEmpty, Self.isPlain(server) else {
            throw FetchFailure(.badRequest, "an address of this mail cannot be sent")
        }
        let scheme = server.prefix { $0 != ":" }.lowercased()
        guard scheme == "smtp" || scheme == "smtps" else {
            throw FetchFailure(.badRequest, "a mail server is smtp:// or smtps://")
        }
        guard CurlMulti.isReady, let handle = unsafe ccurl_easy_init() else {
            throw FetchFailure(.connect, CurlMulti.failure)
        }
        defer { unsafe ccurl_easy_cleanup(handle) }
        let source = MailSource(message)
        let box = unsafe Unmanaged.passUnretained(source).toOpaque()
        unsafe ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        // Applies the time limit to hanging look-ups, too: libcurl then does not wait for its look-up thread.
        unsafe ccurl_set_long(handle, CURLOPT_QUICK_EXIT, 1)
        unsafe ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        unsafe ccurl_set_text(handle, CURLOPT_PROXY, "")
        unsafe ccurl_set_text(handle, CURLOPT_URL, server)
        unsafe ccurl_set_long(handle, CURLOPT_TIMEOUT_MS, max(1, timeout.milliseconds))
        unsafe ccurl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, max(1, timeout.milliseconds))
        unsafe ccurl_set_long(handle, CURLOPT_USE_SSL, mustEncrypt ? useSSLAll : useSSLTry)
        if let caFile { unsafe ccurl_set_text(handle, CURLOPT_CAINFO, caFile) }
        if let credentials {
            unsafe ccurl_set_text(handle, CURLOPT_USERNAME, credentials.user)
            unsafe ccurl_set_text(handle, CURLOPT_PASSWORD, credentials.password)
        }
        unsafe ccurl_set_text(handle, CURLOPT_MAIL_FROM, "<\(sender)>")
        var list: UnsafeMutablePointer<curl_slist>?
        for receiver in receivers { unsafe list = ccurl_slist_append(list, "<\(receiver)>") }
        defer { unsafe ccurl_slist_free_all(list) }
        unsafe ccurl_set_list(handle, CURLOPT_MAIL_RCPT, list)
        unsafe ccurl_set_long(handle, CURLOPT_UPLOAD, 1)
        unsafe ccurl_set_pointer(handle, CURLOPT_READDATA, box)
        unsafe ccurl_set_on_data(handle, CURLOPT_READFUNCTION, onRead)
        unsafe ccurl_set_on_data(handle, CURLOPT_WRITEFUNCTION, onIgnored)
        let code = unsafe ccurl_easy_perform(handle)
        withExtendedLifetime(source) {}
        if code == CURLE_OK { return }
        var answer = 0
        unsafe ccurl_get_long(handle, CURLINFO_RESPONSE_CODE, &answer)
        if answer >= 400 { throw FetchFailure(.httpStatus(answer), "the mail server answered \(answer)") }
        throw FetchFailure(curlCode: code.rawValue, detail: "", isProxied: false)
    }

    private var useSSLTry: Int { Int(CURLUSESSL_TRY.rawValue) }
    private var useSSLAll: Int { Int(CURLUSESSL_ALL.rawValue) }

    /// Whether TLS is required. A password is never sent in plain text.
    private var mustEncrypt: Bool {
        guard credentials != nil else { return false }
        let rest = server.drop { $0 != ":" }.dropFirst(3)
        let host = rest.prefix { $0 != ":" && $0 != "/" }
        return !["127.0.0.1", "localhost", "[::1]"].contains(String(host))
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
    }
}

/// The bytes of the message, which libcurl reads in chunks.
private final class MailSource {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into target: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
        let count = min(room, bytes.count - at)
        guard count > 0 else { return 0 }
        unsafe bytes.withUnsafeBytes { source in
            _ = unsafe memcpy(target, source.baseAddress.unsafelyUnwrapped + at, count)
        }
        at += count
        return count
    }
}

private func onRead(_ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ box: UnsafeMutableRawPointer?)
    -> Int
{
    guard let data = unsafe data, let box = unsafe box else { return 0 }
    return unsafe Unmanaged<MailSource>.fromOpaque(box).takeUnretainedValue().read(into: data, size &* count)
}

private func onIgnored(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ box: UnsafeMutableRawPointer?
) -> Int { size &* count }
