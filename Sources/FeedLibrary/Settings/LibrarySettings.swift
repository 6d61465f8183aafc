internal import Alerting
public import Articles
public import FeedFetching
package import Ingestion
public import Messages
internal import System

/// The settings of use cases, independent of where the values come from.
public struct LibrarySettings: Sendable {
    /// The language of notices and error messages.
    public var language = Language.english
    /// The private addresses, CIDR blocks, host names and host:port pairs that may be fetched, separated by spaces or
    /// commas.
    public var allowed = ""
    /// Proxy settings, keyed by names of environment variables such as `http_proxy` and `no_proxy`.
    public var proxies: [String: String] = [:]
    public var userAgent = "feedsearch"
    /// Whether addresses that the user entered may be on a private network. False if these addresses are received over
    /// the network.
    public var trustsTypedAddresses = true
    /// Reads the passwords and headers of feeds.
    public var secrets = SecretReader.system
    /// Stores the logins in feed addresses outside the library. If nil, the logins stay in the addresses.
    package var keeper: SecretKeeper?
    /// Whether the work is for a member of a shared library, not for its owner. Members cannot set logins, and cannot
    /// choose what is fetched with the owner's logins.
    package internal(set) var isOfMember = false
    /// The confirmations of the user of this machine.
    public var confirmations = ConfirmationFile(path: nil)
    /// Removes tracking from the addresses of articles.
    package var links: LinkCleaner { LinkCleaner(isOn: !keepsTracking) }
    /// Whether addresses keep their tracking parameters.
    public var keepsTracking = false
    /// The limits for feeds that have no limits of their own.
    public var feedDefaults = FeedDefaults()
    /// The default limits as the user entered them, for example `500`, `90d`, `500,90d` or `all`; nil for no limits.
    public var defaultKeep: String?
    /// The mail server; nil for the default of `MailSettings`.
    public var mailServer: String?
    public var mailSender: String?
    /// Whether mail may be sent to an address; nil outside a host, where every address may be used.
    private(set) var isMailConfirmed: (@Sendable (_ address: String) -> Bool)?
    /// The limit for the mails of the account; nil outside a host.
    private(set) var mailLimit: MailLimit?
    /// A reference to the mail server's password.
    public var mailSecret: String?
    /// The time between the first and the second attempt to send an alert, for example `30s` or `5m`; nil for the
    /// default.
    public var alertRetry: String?
    /// The limits per host that all libraries of a host share; nil outside a host.
    package var network: HostNetwork?
    /// The public address of the web reader, to which messages link; nil if they do not.
    public var readerBase: String?

    public init() {}

    /// Limits mail to confirmed addresses, and limits the number of mails. All copies of these settings share the
    /// counts.
    ///
    /// - Parameter isConfirmed: whether an address is confirmed. May block.
    package mutating func limitMail(isConfirmed: @escaping @Sendable (_ address: String) -> Bool) {
        isMailConfirmed = isConfirmed
        mailLimit = MailLimit()
    }

    /// The confirmations for alerts: of mail addresses if necessary, and otherwise those of the user of this machine.
    var alertConfirmations: Confirmations {
        Confirmations { [confirmations, isMailConfirmed] item in
            item.kind == .mail ? isMailConfirmed?(item.value) ?? true : confirmations.has(item)
        }
    }

    /// The limits for feeds that have no limits of their own, with `defaultKeep` applied.
    ///
    /// - Throws: `UserFacingError` if `defaultKeep` is invalid.
    package func checkedFeedDefaults() throws -> FeedDefaults {
        var defaults = feedDefaults
        guard let defaultKeep else { return defaults }
        guard let limits = ArticleLimits(typed: defaultKeep) else {
            throw UserFacingError(.badDefaultKeep, [defaultKeep], language: language)
        }
        defaults.limits = limits
        return defaults
    }

    /// Creates a fetcher with these settings.
    ///
    /// - Throws: `UserFacingError` for an invalid entry of `allowed`.
    public func fetcher() throws -> Fetcher {
        var fetcher = Fetcher(userAgent: userAgent)
        let entries = allowed.split { $0 == " " || $0 == "," }.map(String.init)
        do {
            fetcher.policy = try AddressPolicy(allowing: entries)
        } catch {
            let entry = if case .malformed(let entry) = error { entry } else { allowed }
            throw UserFacingError(.badAllowance, [entry], language: language)
        }
        fetcher.proxies = ProxySettings(environment: proxies)
        return fetcher
    }
}

extension SecretReader {
    /// The maximum size of a file of secrets in bytes. A cookies file can be large.
    static let maxBytes = 1 << 20

    /// Reads from the process's environment and the disk.
    public static let system = SecretReader(
        environment: { Environment.value($0) },
        file: { path in FileSystem.kind(path) == .file ? try? FileSystem.read(path, limit: maxBytes) : nil })
}
