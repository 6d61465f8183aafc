package import FeedFetching

/// The limits for each remote host that all libraries of a service share.
package struct HostNetwork: Sendable {
    package let slots = HostSlots()
    /// The remote hosts that asked not to be contacted.
    package let quietHosts = QuietHosts(longest: QuietHosts.maxSharedSeconds)

    package init() {}
}
