/// Decides which ports a feed may be fetched from: 80, 443 and 1024-65535, except the ports of other known services.
enum PortRules {
    /// Whether browsers refuse a port, because a server of another protocol might be listening
    /// (<https://fetch.spec.whatwg.org/#port-blocking>). There are no exceptions for these ports.
    static func isBad(_ port: Int) -> Bool { !(1...65535).contains(port) || bad.contains(port) }

    /// Whether a port is allowed in addresses that come from a feed.
    static func isUsual(_ port: Int) -> Bool {
        if isBad(port) { return false }
        return port == 80 || port == 443 || (port >= 1024 && !services.contains(port))
    }

    private static let bad: Set<Int> = [
        0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
        109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526,
        530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045,
        4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    ]

    /// The ports of databases, caches, remote desktops, and container and cluster control.
    private static let services: Set<Int> = [
        1433, 1521, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5900, 5984, 6379, 6443, 8500, 9042, 9092,
        9200, 9300, 10250, 11211, 15672, 27017, 50070,
    ]
}
