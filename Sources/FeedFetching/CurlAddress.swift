private import CCurl
private import Glibc

/// Parses addresses with libcurl, so that the address that is checked is the address that is fetched.
enum CurlAddress {
    struct Parts {
        var scheme: String
        /// The host in ASCII, with IDNA applied. IPv6 addresses are in brackets.
        var host: String
        var port: Int
        var path: String
        var query: String?
    }

    static func parts(of text: String) throws(AddressRefusal) -> Parts {
        // libidn2 reads the host in the thread's character set, which is ASCII by default.
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let before = isASCII ? nil : unsafe uselocale(UTF8Locale.shared.handle)
        defer { if let before = unsafe before { unsafe uselocale(before) } }
        guard CurlMulti.isInstalled, let handle = unsafe ccurl_url() else { throw .malformed(CurlMulti.failure) }
        defer { unsafe ccurl_url_cleanup(handle) }
        let code = unsafe ccurl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_DISALLOW_USER))
        guard code == CURLUE_OK else { throw refusal(code) }
        guard let scheme = unsafe part(handle, CURLUPART_SCHEME),
            let host = unsafe part(handle, CURLUPART_HOST, UInt32(CURLU_PUNYCODE)),
            let path = unsafe part(handle, CURLUPART_PATH),
            let port = unsafe part(handle, CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)).flatMap({ Int($0) })
        else { throw .malformed("no host") }
        let query = unsafe part(handle, CURLUPART_QUERY)
        return Parts(scheme: scheme, host: host, port: port, path: path, query: query)
    }

    /// Resolves a reference to an absolute address (RFC 3986, section 5).
    static func resolve(_ reference: String, against base: String) throws(AddressRefusal) -> String {
        guard CurlMulti.isInstalled, let handle = unsafe ccurl_url() else { throw .malformed(CurlMulti.failure) }
        defer { unsafe ccurl_url_cleanup(handle) }
        for text in [base, reference] where !text.isEmpty {
            let code = unsafe ccurl_url_set(handle, CURLUPART_URL, text, 0)
            guard code == CURLUE_OK else { throw refusal(code) }
        }
        guard let text = unsafe part(handle, CURLUPART_URL) else { throw .malformed("no address") }
        return text
    }

    private static func part(_ handle: OpaquePointer, _ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe ccurl_url_get(handle, part, &text, flags) == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe ccurl_free(text) }
        return unsafe String(cString: text)
    }

    private static func refusal(_ code: CURLUcode) -> AddressRefusal {
        switch code {
        case CURLUE_UNSUPPORTED_SCHEME: .scheme("this scheme")
        case CURLUE_USER_NOT_ALLOWED: .userInfo
        case CURLUE_BAD_PORT_NUMBER: .malformed("a bad port")
        default: .malformed(unsafe String(cString: ccurl_url_strerror(code)))
        }
    }
}

/// A locale with the character set UTF-8 and the rules of the C locale.
@safe private final class UTF8Locale: @unchecked Sendable {
    // The locale is created once and never changed.
    static let shared = UTF8Locale()
    let handle: locale_t? = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
}
