/// Selects the items to remove from a cache that several users share, so that one user cannot displace items of others.
struct CacheShares {
    private struct Item {
        var byteCount: Int64
        var users: [Int64]
        var isRemoved = false
    }

    private var items: [Int64: Item] = [:]
    /// The items that only one user has, oldest last.
    private var ownItems: [Int64: [Int64]] = [:]
    /// The items that a user has in common with others, oldest last.
    private var commonItems: [Int64: [Int64]] = [:]
    /// The size of each user's items. The size of a common item is divided equally among its users.
    private var share: [Int64: Double] = [:]
    private var byteCount: Int64 = 0

    /// Adds an item. Items are added from the newest to the oldest.
    mutating func add(_ id: Int64, byteCount: Int64, of users: [Int64]) {
        items[id] = Item(byteCount: byteCount, users: users)
        self.byteCount += byteCount
        for user in users {
            if users.count == 1 {
                ownItems[user, default: []].append(id)
            } else {
                commonItems[user, default: []].append(id)
            }
            share[user, default: 0] += Double(byteCount) / Double(users.count)
        }
    }

    /// Removes the oldest item of the user with the largest share until at most `maxBytes` remain. A user's common
    /// items are removed after the user's other items.
    ///
    /// - Returns: the removed items.
    mutating func remove(downTo maxBytes: Int64) -> [Int64] {
        var removed: [Int64] = []
        while byteCount > maxBytes, let user = share.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key {
            guard let id = ownItems[user]?.popLast() ?? commonItems[user]?.popLast() else {
                share[user] = nil
                continue
            }
            guard let item = items[id], !item.isRemoved else { continue }
            items[id]?.isRemoved = true
            byteCount -= item.byteCount
            for user in item.users { share[user, default: 0] -= Double(item.byteCount) / Double(item.users.count) }
            removed.append(id)
        }
        return removed
    }
}
