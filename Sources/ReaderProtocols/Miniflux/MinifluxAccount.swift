internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The account, and operations on accounts that an app password does not permit.
enum MinifluxAccount {
    static let operations: [Operation] =
        [
            Miniflux.operation("Me", .get, "me", "The account") { call in
                .miniflux { write(call.accountName, &$0) }
            },
            Miniflux.operation("Version", .get, "version", "The version of the API") { _ in
                .miniflux { writer in
                    writer.object { object in
                        object.member("version", Miniflux.version)
                        for name in ["commit", "build_date", "go_version"] { object.member(name, "") }
                        object.member("compiler", "swift")
                        object.member("arch", "")
                        object.member("os", "linux")
                    }
                }
            },
            Miniflux.operation("Integrations", .get, "integrations/status", "There are no integrations") { _ in
                .miniflux { $0.object { $0.member("has_integrations", false) } }
            },
        ] + refused

    /// The operations on accounts and keys, which an app password does not permit.
    private static let refused: [Operation] = [
        ("Users", .get, "users"), ("AddUser", .post, "users"), ("User", .get, "users/{user}"),
        ("EditUser", .put, "users/{user}"), ("RemoveUser", .delete, "users/{user}"), ("Keys", .get, "api-keys"),
        ("AddKey", .post, "api-keys"), ("RemoveKey", .delete, "api-keys/{key}"),
    ].map { (name: String, method: HTTPMethod, path: String) in
        Miniflux.operation(name, method, path, "Refused: accounts and keys are changed by the feedsearch command") {
            _ in
            throw ReaderError(403, "access forbidden: an app password gives no access to accounts and keys")
        }
    }

    private static func write(_ name: String, _ writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", Int(Miniflux.userID))
            object.member("username", name)
            object.member("is_admin", false)
            object.member("theme", "system_serif")
            object.member("language", "en_US")
            object.member("timezone", "UTC")
            object.member("entry_sorting_direction", "desc")
            object.member("entry_sorting_order", "published_at")
            object.member("categories_sorting_order", "alphabetical")
            object.member("display_mode", "standalone")
            object.member("default_home_page", "unread")
            object.member("gesture_nav", "tap")
            for name in [
                "stylesheet", "custom_js", "external_font_hosts", "google_id", "openid_connect_id",
                "block_filter_entry_rules", "keep_filter_entry_rules",
            ] {
                object.member(name, "")
            }
            object.member("entries_per_page", 100)
            object.member("default_reading_speed", ReadingTime.wordsPerMinute)
            object.member("cjk_reading_speed", ReadingTime.charactersPerMinute)
            object.member("media_playback_rate", 1)
            for name in ["keyboard_shortcuts", "show_reading_time", "entry_swipe"] { object.member(name, true) }
            for name in [
                "mark_read_on_view", "mark_read_on_media_player_completion", "always_open_external_links",
                "open_external_links_in_new_tab",
            ] {
                object.member(name, false)
            }
            object.key("last_login_at")
            object.raw("null")
        }
    }
}
