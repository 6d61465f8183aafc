public import Articles
public import FeedFetching

extension FeedOptions {
    /// The options that take effect only after the user has confirmed them.
    ///
    /// - Parameter home: the origin of the feed's own address.
    public func confirmables(home: WebOrigin) -> [Confirmable] {
        [
            headers.map { Confirmable(.headers, $0, for: home.description) },
            // A stored secret needs no confirmation: it is already bound to one origin.
            credentials.flatMap {
                SecretReference.isStored($0) ? nil : Confirmable(.auth, $0, for: home.description)
            },
            cookies.map { Confirmable(.cookies, $0, for: home.description) },
            proxyConfirmable(home),
        ].compactMap(\.self)
    }

    private func proxyConfirmable(_ home: WebOrigin) -> Confirmable? {
        proxy.map { Confirmable(.proxy, $0, for: home.description) }
    }

    /// Whether requests carry a password, cookies or headers. If a site then asks for a sign-in, it did not accept them.
    public var sendsSignIn: Bool { cookies != nil || credentials != nil || headers != nil }

    /// Applies the feed's options to a request.
    ///
    /// If the user has not confirmed a required option, no secret is read and nothing is sent.
    ///
    /// Headers, password and cookies are set only if `isHome` is true, that is, if the request goes to the origin of
    /// the feed's own address. The fetcher removes them when a redirect leads to another origin. If a secret cannot be
    /// read, the request fails with a one-line message and nothing is sent.
    public func apply(
        to request: inout FetchRequest, isHome: Bool, home: WebOrigin, secrets: SecretReader,
        confirmations: Confirmations
    ) {
        let needed = isHome ? confirmables(home: home) : [proxyConfirmable(home)].compactMap(\.self)
        if let item = confirmations.missing(needed) {
            request.unconfirmed = item.summary
            return
        }
        request.userAgent = userAgent ?? request.userAgent
        if let proxy { apply(proxy: proxy, to: &request, secrets) }
        guard isHome else { return }
        if let headers {
            if let text = secrets.text(headers) {
                request.headers += FetchHeader.lines(of: text)
            } else {
                request.problem = "its headers cannot be read: \(headers)"
            }
        }
        if let credentials {
            if let secret = Self.credentials(secrets.text(credentials, for: home)) {
                request.credentials = secret
            } else {
                request.problem = "its password cannot be read: \(credentials)"
            }
        }
        if let cookies {
            // libcurl reads the cookie file itself and would ignore a missing file, so check for it here.
            if secrets.file(cookies) == nil { request.problem = "its cookies cannot be read: \(cookies)" }
            request.cookiesFile = cookies
        }
    }

    private func apply(proxy: String, to request: inout FetchRequest, _ secrets: SecretReader) {
        if proxy == "none" {
            request.proxy = ""
        } else if proxy.hasPrefix("env:") || proxy.hasPrefix("file:") {
            let line = secrets.text(proxy).map(Self.firstLine)
            guard let line, !line.isEmpty else {
                request.problem = "its proxy cannot be read: \(proxy)"
                return
            }
            request.proxy = line
        } else {
            request.proxy = proxy
        }
    }

    /// Reads `user:password`; the password extends to the end of the line.
    private static func credentials(_ text: String?) -> BasicCredentials? {
        guard let line = text.map(firstLine), let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
            return nil
        }
        return BasicCredentials(user: String(line[..<colon]), password: String(line[line.index(after: colon)...]))
    }

    private static func firstLine(_ text: String) -> String {
        trimmed(text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline).first ?? "")
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
