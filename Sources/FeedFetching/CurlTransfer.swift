private import CCurl
internal import Formats
private import Glibc

/// Receives the data of one transfer. Called on the fetch thread only.
protocol TransferSink: AnyObject {
    /// Receives a header line, including its line break. Returning false ends the transfer.
    func take(header: [UInt8]) -> Bool
    /// Receives bytes of the body, still encoded. Returning false ends the transfer.
    func take(body: Span<UInt8>) -> Bool
    /// Called before a connection to this address is made, and again before a request is sent. Returning false ends the
    /// transfer.
    func mayConnect(to peer: IPAddress?) -> Bool
}

/// The settings of one HTTP request.
struct TransferPlan {
    var url = ""
    var headers: [String] = []
    var userAgent = ""
    var credentials: BasicCredentials?
    var cookiesFile: String?
    /// The value of a `Cookie` header, which is sent in addition to the cookies in `cookiesFile`.
    var cookies: String?
    /// The proxy as `scheme://…`; empty for no proxy.
    var proxy = ""
    /// The addresses to connect to, in the format of libcurl: `+host:port:address,address`.
    var pin: String?
    var caFile: String?
    var timeoutMilliseconds = 0
    var connectMilliseconds = 0
    var maxWireBytes = 0
    /// The transfer ends if it receives less than one byte per second for this many seconds; 0 means no limit.
    var stallSeconds = 0
}

/// A libcurl easy handle. It is reused for later requests and configured for each of them.
@safe final class CurlTransfer {
    let handle: UnsafeMutableRawPointer
    private(set) var sink: (any TransferSink)?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var pinList: UnsafeMutablePointer<curl_slist>?
    private let errorText: UnsafeMutablePointer<CChar>
    /// Whether the handle has loaded a cookies file. It must then not be used for another feed.
    private(set) var isSpent = false

    init?() {
        guard let handle = unsafe ccurl_easy_init() else { return nil }
        unsafe self.handle = handle
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe ccurl_easy_cleanup(handle)
        unsafe ccurl_slist_free_all(headerList)
        unsafe ccurl_slist_free_all(pinList)
        unsafe errorText.deallocate()
    }

    /// libcurl's message for the last failure; may be empty.
    var errorMessage: String { unsafe String(cString: errorText) }

    func prepare(_ plan: TransferPlan, sink: any TransferSink) {
        unsafe ccurl_easy_reset(handle)
        self.sink = sink
        unsafe errorText.pointee = 0
        unsafe ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        setCallbacks()
        setFixed()
        unsafe ccurl_set_text(handle, CURLOPT_URL, plan.url)
        unsafe ccurl_set_text(handle, CURLOPT_USERAGENT, plan.userAgent)
        unsafe ccurl_set_long(handle, CURLOPT_TIMEOUT_MS, max(1, plan.timeoutMilliseconds))
        unsafe ccurl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, max(1, plan.connectMilliseconds))
        unsafe ccurl_set_off(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(plan.maxWireBytes))
        if plan.stallSeconds > 0 {
            unsafe ccurl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
            unsafe ccurl_set_long(handle, CURLOPT_LOW_SPEED_TIME, plan.stallSeconds)
        }
        // An empty string disables proxies from the environment; nil would not.
        unsafe ccurl_set_text(handle, CURLOPT_PROXY, plan.proxy)
        unsafe ccurl_set_text(handle, CURLOPT_NOPROXY, "")
        if let credentials = plan.credentials {
            unsafe ccurl_set_text(handle, CURLOPT_USERNAME, credentials.user)
            unsafe ccurl_set_text(handle, CURLOPT_PASSWORD, credentials.password)
        }
        if let file = plan.cookiesFile {
            unsafe ccurl_set_text(handle, CURLOPT_COOKIEFILE, file)
            isSpent = true
        }
        if let cookies = plan.cookies { unsafe ccurl_set_text(handle, CURLOPT_COOKIE, cookies) }
        if let file = plan.caFile { unsafe ccurl_set_text(handle, CURLOPT_CAINFO, file) }
        setLists(plan)
    }

    /// Closes the connection when the transfer ends: a server that did not answer on this connection may not answer the
    /// next request on it either.
    func closeConnectionAtEnd() { unsafe ccurl_set_long(handle, CURLOPT_FORBID_REUSE, 1) }

    /// Releases the sink. Called after the transfer has ended.
    func forget() { sink = nil }
}

extension CurlTransfer {
    private func setFixed() {
        unsafe ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        unsafe ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        unsafe ccurl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        // Redirects are not followed by libcurl: each target is checked and requested as a new request.
        unsafe ccurl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        unsafe ccurl_set_long(handle, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        unsafe ccurl_set_long(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        unsafe ccurl_set_long(handle, CURLOPT_HTTP_CONTENT_DECODING, 0)
        unsafe ccurl_set_long(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        unsafe ccurl_set_long(handle, CURLOPT_HTTPAUTH, Int(bitPattern: UInt(1)))
        unsafe ccurl_set_long(handle, CURLOPT_PROXYAUTH, Int(bitPattern: UInt(1)))
        unsafe ccurl_set_long(handle, CURLOPT_BUFFERSIZE, 64 << 10)
        unsafe ccurl_set_long(handle, CURLOPT_DNS_CACHE_TIMEOUT, 60)
        // This option concerns the names of proxies, the only names that libcurl resolves. Without it, a hanging
        // look-up would block the end of its transfer and delay all other transfers.
        unsafe ccurl_set_long(handle, CURLOPT_QUICK_EXIT, 1)
    }

    private func setCallbacks() {
        let box = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe ccurl_set_pointer(handle, CURLOPT_PRIVATE, box)
        unsafe ccurl_set_pointer(handle, CURLOPT_WRITEDATA, box)
        unsafe ccurl_set_on_data(handle, CURLOPT_WRITEFUNCTION, onBody)
        unsafe ccurl_set_pointer(handle, CURLOPT_HEADERDATA, box)
        unsafe ccurl_set_on_data(handle, CURLOPT_HEADERFUNCTION, onHeader)
        unsafe ccurl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, box)
        unsafe ccurl_set_on_open_socket(handle, onOpenSocket)
        unsafe ccurl_set_pointer(handle, CURLOPT_PREREQDATA, box)
        unsafe ccurl_set_on_request(handle, onRequest)
    }

    private func setLists(_ plan: TransferPlan) {
        unsafe ccurl_slist_free_all(headerList)
        unsafe ccurl_slist_free_all(pinList)
        unsafe headerList = nil
        unsafe pinList = nil
        for line in plan.headers { unsafe headerList = ccurl_slist_append(headerList, line) }
        unsafe ccurl_set_list(handle, CURLOPT_HTTPHEADER, headerList)
        if let pin = plan.pin {
            unsafe pinList = ccurl_slist_append(nil, pin)
            unsafe ccurl_set_list(handle, CURLOPT_RESOLVE, pinList)
        }
    }

    /// The transfer that the pointer of a callback or handle refers to. `FetchLoop` keeps the transfer alive until it
    /// is removed from the multi handle.
    static func from(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<CurlTransfer>.fromOpaque(pointer).takeUnretainedValue()
    }
}

private func onBody(_ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ box: UnsafeMutableRawPointer?)
    -> Int
{
    let bytes = size &* count
    guard let sink = unsafe CurlTransfer.from(box)?.sink else { return 0 }
    let span = unsafe UnsafeRawBufferPointer(start: data, count: bytes).assumingMemoryBound(to: UInt8.self).span
    return sink.take(body: span) ? bytes : 0
}

private func onHeader(_ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ box: UnsafeMutableRawPointer?)
    -> Int
{
    let bytes = size &* count
    guard let sink = unsafe CurlTransfer.from(box)?.sink else { return 0 }
    return unsafe sink.take(header: Array(UnsafeRawBufferPointer(start: data, count: bytes))) ? bytes : 0
}

/// Called by libcurl for each address before it connects to the address.
private func onOpenSocket(
    _ box: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address = unsafe address, let sink = unsafe CurlTransfer.from(box)?.sink,
        sink.mayConnect(to: unsafe IPAddress(socketAddress: ccurl_address(address)))
    else { return -1 }
    return unsafe ccurl_open(address)
}

/// Called by libcurl before a request is sent, including on a connection that was opened for another feed.
private func onRequest(
    _ box: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?, _ local: UnsafeMutablePointer<CChar>?,
    _ peerPort: Int32, _ localPort: Int32
) -> Int32 {
    guard let peer = unsafe peer, let sink = unsafe CurlTransfer.from(box)?.sink else { return CURL_PREREQFUNC_ABORT }
    let text = unsafe String(cString: peer).split(separator: "%").first.map(String.init) ?? ""
    return sink.mayConnect(to: IPAddress(text)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
