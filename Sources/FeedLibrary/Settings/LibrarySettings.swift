public import Articles
public import FeedFetching
package import Ingestion
public import Messages
internal import System

/// What use cases go by besides what they are asked: values, wherever they come from.
public struct LibrarySettings: Sendable {
    /// The language of notices, complaints and reasons.
    public var language = Language.english
    /// Addresses, CIDR blocks, host names and host:port that may be fetched though they are private; spaces or commas between.
    public var allowed = ""
    /// Proxies by the names of environment variables: `http_proxy`, `no_proxy` …
    public var proxies: [String: String] = [:]
    public var userAgent = "feedsearch"
    /// Whether an address that somebody typed may be on a private network; not where the address comes over the network.
    public var trustsTypedAddresses = true
    /// How the passwords and headers of feeds are read.
    public var secrets = SecretReader.system
    /// Keeps logins that addresses of feeds carry, beside the library; nil where they stay in the address.
    package var keeper: SecretKeeper?
    /// What the user of this machine has confirmed.
    public var confirmations = ConfirmationFile(path: nil)
    /// How addresses of articles are cleaned.
    package var links: LinkCleaner { LinkCleaner(isOn: !keepsTracking) }
    /// Whether addresses keep parameters that track their readers.
    public var keepsTracking = false
    /// What counts for feeds that have no limits of their own.
    public var feedDefaults = FeedDefaults()
    /// The same limits as typed: `500`, `90d`, `500,90d` or `all`; nil for everything.
    public var defaultKeep: String?
    /// The mail server; nil as `MailSettings` has it.
    public var mailServer: String?
    public var mailSender: String?
    /// Where the mail server's password is.
    public var mailSecret: String?
    /// How long a failed alert waits for its second attempt: `30s`, `5m`; nil as it is by default.
    public var alertRetry: String?

    public init() {}

    /// What counts for feeds that have no options of their own.
    ///
    /// - Throws: `Complaint` for limits that are none.
    package func checkedFeedDefaults() throws -> FeedDefaults {
        var defaults = feedDefaults
        guard let defaultKeep else { return defaults }
        guard let limits = ArticleLimits(typed: defaultKeep) else {
            throw Complaint(.badDefaultKeep, [defaultKeep], language: language)
        }
        defaults.limits = limits
        return defaults
    }

    /// A fetcher by these settings.
    ///
    /// - Throws: `Complaint` for an entry of `allowed` that is none.
    public func fetcher() throws -> Fetcher {
        var fetcher = Fetcher(userAgent: userAgent)
        let entries = allowed.split { $0 == " " || $0 == "," }.map(String.init)
        do {
            fetcher.policy = try AddressPolicy(allowing: entries)
        } catch {
            let entry = if case .malformed(let entry) = error { entry } else { allowed }
            throw Complaint(.badAllowance, [entry], language: language)
        }
        fetcher.proxies = ProxySettings(environment: proxies)
        return fetcher
    }
}

extension SecretReader {
    /// More than any password or list of headers; cookies files may be as large.
    static let maxBytes = 1 << 20

    /// Reads from the process's environment and the disk.
    public static let system = SecretReader(
        environment: { Environment.value($0) },
        file: { path in FileSystem.kind(path) == .file ? try? FileSystem.read(path, limit: maxBytes) : nil })
}
