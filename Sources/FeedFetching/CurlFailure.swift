private import CCurl

extension FetchFailure {
    /// Converts a result code of libcurl to a failure.
    ///
    /// - Parameter detail: libcurl's message, which may quote the server.
    init(curlCode: UInt32, detail: String, isProxied: Bool) {
        let code = CURLcode(rawValue: curlCode)
        let words = Self.plain(detail.isEmpty ? unsafe String(cString: ccurl_easy_strerror(code)) : detail)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self.init(.dns, "the host name has no address")
        case CURLE_COULDNT_RESOLVE_PROXY: self.init(.proxy, "the proxy's name has no address")
        case CURLE_PROXY: self.init(.proxy, "the proxy failed")
        case CURLE_COULDNT_CONNECT: self.init(isProxied ? .proxy : .connect, "no connection: \(words)")
        case CURLE_OPERATION_TIMEDOUT: self.init(.timeout, "no complete answer in time")
        case CURLE_FILESIZE_EXCEEDED: self.init(.tooLarge, "the answer is larger than allowed")
        case CURLE_GOT_NOTHING: self.init(.badAnswer, "the server closed the connection without an answer")
        case CURLE_PARTIAL_FILE: self.init(.badAnswer, "the answer ended early")
        // libcurl reports a header line longer than CURL_MAX_HTTP_HEADER (<curl/curl.h>) as out of memory. If memory
        // were really exhausted, the process would have ended earlier.
        case CURLE_OUT_OF_MEMORY: self.init(.badAnswer, "a header line is longer than 102400 bytes")
        case CURLE_RECV_ERROR where isProxied && words.contains("CONNECT"):
            self.init(.proxy, "the proxy refused: \(words)")
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR: self.init(.badAnswer, "the connection broke off: \(words)")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            self.init(.tls, "no secure connection: \(words)")
        default: self.init(.badAnswer, words)
        }
    }

    /// The first 200 characters of a text, all of them printable.
    static func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.prefix(200).map {
                $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : Character($0)
            })
    }
}
