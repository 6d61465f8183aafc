import FeedFetching
import System

extension Settings {
    /// A fetcher as the settings and the environment's proxies have it.
    func fetcher() throws -> Fetcher {
        var fetcher = Fetcher(userAgent: "feedsearch/\(Version.text)")
        let allowed = (value(.allow) ?? "").split { $0 == " " || $0 == "," }.map(String.init)
        do {
            fetcher.policy = try AddressPolicy(allowing: allowed)
        } catch {
            let entry = if case .malformed(let entry) = error { entry } else { value(.allow) ?? "" }
            throw Complaint(.badAllowance, [entry], language: language)
        }
        var environment: [String: String] = [:]
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            environment[name] = Environment.value(name)
            if name != "http_proxy" { environment[name.uppercased()] = Environment.value(name.uppercased()) }
        }
        fetcher.proxies = ProxySettings(environment: environment)
        return fetcher
    }
}
