internal import Database
internal import Formats
private import System

/// The pictures of articles that the libraries of a host have fetched, in the file `pictures.db`. Equal pictures are stored
/// once.
///
/// A user of the store can read only pictures that were fetched for this user. Unless the store is full, removals for a
/// user depend only on the user's own pictures. Otherwise, the time or the content of a response would show which
/// pictures others have seen.
///
/// All calls block. Any thread may call any function.
package final class SharedPictureStore: Sendable {
    package struct Limits: Sendable {
        /// The maximum size of all stored pictures.
        package var maxBytes: Int64 = 1 << 30
        /// The maximum number of stored pictures.
        package var maxPictures: Int64 = 200_000
        /// The maximum size and number of the pictures of one user. A picture of several users counts in full for each.
        package var maxBytesOfUser: Int64 = 200 << 20
        package var maxPicturesOfUser: Int64 = 20_000
        /// How long a picture is kept after its last use.
        package var unusedSeconds: Int64 = 30 * 86_400
        /// The limits are applied each time that this number of pictures was stored.
        package var writesBetween = 32

        package init() {}
    }

    /// The reader of a library: its owner or a member.
    package struct User: Sendable, Hashable {
        package var library: HostedLibrary.ID
        /// The number of the member's account; 0 for the owner.
        package var member: Int64

        package init(library: HostedLibrary.ID, member: Int64 = 0) {
            self.library = library
            self.member = member
        }
    }

    package struct Picture: Sendable {
        package var bytes: [UInt8]
        /// The size in pixels; nil if it is not known.
        package var size: (width: Int, height: Int)?

        package init(_ bytes: [UInt8], size: (width: Int, height: Int)?) {
            self.bytes = bytes
            self.size = size
        }
    }

    private let reading: SharedFetchFile
    /// A separate connection, so that readers do not wait for the disk.
    private let writing: SharedFetchFile
    private let limits: Limits
    private let writes = Locked(0)
    /// The recorded time of use is updated only if it is older than this number of seconds.
    private static let useSeconds: Int64 = 3_600

    package init(_ path: String, limits: Limits = Limits()) throws(AccountError) {
        reading = try SharedFetchFile(path, .pictures)
        writing = try SharedFetchFile(path, .pictures)
        self.limits = limits
    }

    /// Returns the stored picture if it was fetched for this user, otherwise nil.
    package func bytes(of url: String, for user: User, now: Int64) throws(AccountError) -> [UInt8]? {
        let key = Self.key(url)
        let found = try reading.read { database in
            try database.first(
                """
                SELECT p.bytes, u.used FROM \(rows: .pictureUse) u JOIN \(rows: .picture) p ON p.id = u.picture
                WHERE \(sql: Self.isUse(key, user, "u."))
                """
            ) { (bytes: $0.bytes(0), used: $0.seconds(1)) }
        }
        guard let found else { return nil }
        if found.used <= now - Self.useSeconds || found.used > now {
            try writing.write { database in
                _ = try database.run(.update(.pictureUse, set: "used = \(now)", where: Self.isUse(key, user)))
            }
        }
        return found.bytes
    }

    /// The size in pixels of a picture that was fetched for this user.
    package func size(of url: String, for user: User) throws(AccountError) -> (width: Int, height: Int)? {
        try reading.read { database in
            try database.first(
                """
                SELECT p.width, p.height FROM \(rows: .pictureUse) u JOIN \(rows: .picture) p ON p.id = u.picture
                WHERE \(sql: Self.isUse(Self.key(url), user, "u.")) AND p.width > 0 AND p.height > 0
                """
            ) { ($0.count(0), $0.count(1)) }
        }
    }

    /// Stores a picture that was fetched for a user.
    package func keep(_ picture: Picture, of url: String, for user: User, now: Int64) throws(AccountError) {
        let digest = SHA256.hash(picture.bytes)
        try writing.write { database in
            var id = try database.integer("SELECT p.id FROM \(rows: .picture) p WHERE p.digest = \(digest)")
            if id == nil {
                id = (try database.integer("SELECT max(p.id) FROM \(rows: .picture) p") ?? 0) + 1
                try database.insert(
                    [
                        [
                            .integer(id ?? 0), .bytes(digest), .integer(Int64(picture.bytes.count)),
                            .integer(Int64(picture.size?.width ?? 0)), .integer(Int64(picture.size?.height ?? 0)),
                            .bytes(picture.bytes),
                        ]
                    ], into: .picture, ["id", "digest", "byte_count", "width", "height", "bytes"])
            }
            try database.insert(
                [
                    [
                        .integer(user.library), .integer(user.member), .bytes(Self.key(url)), .integer(id ?? 0),
                        .integer(now),
                    ]
                ], into: .pictureUse, ["account_library", "member", "url", "picture", "used"],
                onConflict: .updates(["picture", "used"]))
        }
        let isTime = writes.withLock { count in
            count += 1
            return count % limits.writesBetween == 0
        }
        if isTime { try tidy(now: now) }
    }

    /// The size and the number of all stored pictures.
    package func total() throws(AccountError) -> (byteCount: Int64, count: Int64) {
        try reading.read(Self.total)
    }

    private static func total(_ database: any LibraryDatabase) throws -> (byteCount: Int64, count: Int64) {
        try database.first("SELECT coalesce(sum(p.byte_count), 0), count(*) FROM \(rows: .picture) p") {
            ($0.integer(0), $0.integer(1))
        } ?? (0, 0)
    }

    // MARK: - Removing

    /// Removes the pictures of libraries that no longer belong to an account.
    package func removeUses(exceptOf libraries: Set<HostedLibrary.ID>) throws(AccountError) {
        func former(_ database: any LibraryDatabase) throws -> [Int64] {
            try database.integers("SELECT DISTINCT u.account_library FROM \(rows: .pictureUse) u")
                .filter { !libraries.contains($0) }
        }
        if try reading.read(former).isEmpty { return }
        try writing.write { database in
            let gone = try former(database)
            try database.run([.delete(from: .pictureUse, where: "account_library \(isOneOf: gone)"), Self.orphans])
        }
    }

    /// Deletes the pictures that no user has.
    private static let orphans = SQL.delete(
        from: .picture, where: "id NOT IN (SELECT u.picture FROM \(rows: .pictureUse) u)")

    private struct Use {
        var user: User
        var key: [UInt8]
        var picture: Int64
        var byteCount: Int64
    }

    /// Removes pictures that were not used for `unusedSeconds`, and the least recently used ones above the limits.
    package func tidy(now: Int64) throws(AccountError) {
        try writing.write { database in
            try database.run([
                .delete(from: .pictureUse, where: "used < \(now - limits.unusedSeconds)"), Self.orphans,
            ])
            let total = try Self.total(database)
            let isFull = try database.hasRow(
                """
                SELECT 1 FROM \(rows: .pictureUse) u JOIN \(rows: .picture) p ON p.id = u.picture
                GROUP BY u.account_library, u.member
                HAVING sum(p.byte_count) > \(limits.maxBytesOfUser) OR count(*) > \(limits.maxPicturesOfUser)
                """)
            guard isFull || total.byteCount > limits.maxBytes || total.count > limits.maxPictures else { return }
            let uses = try database.rows(
                """
                SELECT u.account_library, u.member, u.url, u.picture, p.byte_count
                FROM \(rows: .pictureUse) u JOIN \(rows: .picture) p ON p.id = u.picture ORDER BY u.used DESC, u.url
                """
            ) { row in
                Use(
                    user: User(library: row.integer(0), member: row.integer(1)), key: row.bytes(2),
                    picture: row.integer(3), byteCount: Int64(row.count(4)))
            }
            for use in removable(uses, total) {
                try database.run(.delete(from: .pictureUse, where: Self.isUse(use.key, use.user)))
            }
            try database.run(Self.orphans)
        }
    }

    /// The uses to remove so that the limits are met.
    ///
    /// - Parameter uses: the most recent first.
    private func removable(_ uses: [Use], _ total: (byteCount: Int64, count: Int64)) -> [Use] {
        var removed: [Use] = []
        /// The uses of each user, the oldest last, and their size.
        var known: [User: (uses: [Use], byteCount: Int64)] = [:]
        var users: [Int64: Int] = [:]
        for use in uses {
            users[use.picture, default: 0] += 1
            known[use.user, default: ([], 0)].uses.append(use)
            known[use.user]?.byteCount += use.byteCount
        }
        var (byteCount, count) = total
        func removeOldest(of user: User) {
            guard let use = known[user]?.uses.popLast() else { return }
            known[user]?.byteCount -= use.byteCount
            removed.append(use)
            users[use.picture, default: 1] -= 1
            if users[use.picture] == 0 {
                byteCount -= use.byteCount
                count -= 1
            }
        }
        for user in known.keys {
            while let own = known[user],
                own.byteCount > limits.maxBytesOfUser || own.uses.count > limits.maxPicturesOfUser
            {
                removeOldest(of: user)
            }
        }
        while byteCount > limits.maxBytes {
            let largest = known.max { $0.value.byteCount < $1.value.byteCount }
            guard let largest, !largest.value.uses.isEmpty else { break }
            removeOldest(of: largest.key)
        }
        while count > limits.maxPictures {
            let largest = known.max { $0.value.uses.count < $1.value.uses.count }
            guard let largest, !largest.value.uses.isEmpty else { break }
            removeOldest(of: largest.key)
        }
        return removed
    }

    // MARK: - Keys

    /// The digest of an address, which may contain a secret.
    private static func key(_ url: String) -> [UInt8] { SHA256.hash(Array(url.utf8)) }

    private static func isUse(_ key: [UInt8], _ user: User, _ alias: SQL = "") -> SQL {
        """
        \(sql: alias)account_library = \(user.library) AND \(sql: alias)member = \(user.member)
            AND \(sql: alias)url = \(key)
        """
    }
}

extension Table {
    /// The content of a picture.
    fileprivate static let picture = Table(
        "picture",
        [
            Column("id", .integer), Column("digest", .bytes), Column("byte_count", .integer),
            Column("width", .integer), Column("height", .integer), Column("bytes", .bytes),
        ])
    /// A picture that was fetched for a user.
    fileprivate static let pictureUse = Table(
        "picture_use", key: 3,
        [
            Column("account_library", .integer), Column("member", .integer), Column("url", .bytes),
            Column("picture", .integer), Column("used", .integer),
        ])
}

extension SharedFileSchema {
    /// The application id has the bytes "fdsp" in ASCII.
    fileprivate static let pictures = SharedFileSchema(
        applicationID: 0x6664_7370, version: 1,
        tables: """
            CREATE TABLE picture (
                id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, byte_count INTEGER NOT NULL,
                width INTEGER NOT NULL, height INTEGER NOT NULL, bytes BLOB NOT NULL
            );
            CREATE TABLE picture_use (
                account_library INTEGER NOT NULL, member INTEGER NOT NULL, url BLOB NOT NULL,
                picture INTEGER NOT NULL, used INTEGER NOT NULL,
                PRIMARY KEY (account_library, member, url)
            ) WITHOUT ROWID;
            CREATE INDEX picture_use_picture ON picture_use (picture);
            """)
}
