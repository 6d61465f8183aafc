public import Articles
public import FeedFetching
internal import Formats
internal import Ingestion
internal import Messages
package import PageRecipes
internal import Pipelines
internal import SQLiteEngine
internal import System

extension LibrarySettings {
    /// Fetches the page at an address that the user entered. The address may be on a private network if such addresses
    /// are trusted. A failed fetch is returned as an outcome.
    ///
    /// - Throws: `UserFacingError` for an invalid setting.
    /// - Parameters:
    ///   - accept: the value of the `Accept` header; nil for the default, which requests feeds.
    ///   - options: options that the user has just entered, such as cookies. They need no confirmation.
    public func fetchPage(
        _ page: TypedAddress, accept: String? = nil, options: FeedOptions = FeedOptions()
    ) throws -> FetchOutcome {
        var fetcher = try fetcher()
        fetcher.limits.timeout = .seconds(20)
        var request = FetchRequest(page.candidates[0].text)
        if trustsTypedAddresses { request.trustedOrigin = page.candidates[0].origin }
        request.credentials = page.credentials
        request.accept = accept
        options.apply(
            to: &request, isHome: true, home: page.candidates[0].origin, secrets: secrets, confirmations: .all)
        let (client, asked) = (fetcher, request)
        return AsyncWait.run { await client.fetch(asked) }
    }

    /// Fetches a page, applies a recipe to it and returns the result. Nothing is stored.
    ///
    /// - Throws: `UserFacingError` if the page cannot be fetched.
    package func read(_ page: TypedFeed, by recipe: PageRecipe) throws -> PageReading {
        func userError(_ reason: String) -> UserFacingError {
            UserFacingError(.cannotRead, [MaskedURL.mask(page.address), reason], language: language)
        }
        switch try fetchPage(page.typed) {
        case .fetched(let page):
            return recipe.read(page.body, address: page.answer.finalURL.text, contentType: page.answer.contentType)
        case .failed(let failure):
            throw userError(FetchReason.text(kind: failure.kind.name, detail: failure.message, language))
        default: throw userError("410")
        }
    }

    /// Fetches a picture of an article, under the same rules for addresses as feeds. Returns nil if there is no picture
    /// or its type is not in `PictureType`. Blocks the calling thread.
    ///
    /// - Throws: `UserFacingError` for an invalid setting.
    package func fetchPicture(_ url: String) throws -> (type: String, bytes: [UInt8])? {
        var fetcher = try fetcher()
        fetcher.limits.timeout = .seconds(20)
        fetcher.limits.connectTimeout = .seconds(8)
        var request = FetchRequest(url)
        request.accept = "image/avif, image/webp, image/png, image/jpeg, image/gif"
        (request.maxWireBytes, request.maxDecodedBytes) = (Self.maxPictureBytes, Self.maxPictureBytes)
        let (client, asked) = (fetcher, request)
        guard case .fetched(let fetched) = AsyncWait.run({ await client.fetch(asked) }),
            let type = PictureType.type(of: fetched.body)
        else { return nil }
        return (type, fetched.body)
    }

    /// The media type of a picture, determined from its bytes; nil if pictures of this type are not shown.
    package static func pictureType(of bytes: [UInt8]) -> String? { PictureType.type(of: bytes) }

    private static let maxPictureBytes = 10 << 20

    /// Finds the feeds at an address, and returns the likeliest first.
    ///
    /// - Throws: `UserFacingError` if the address cannot be read.
    public func discover(_ word: String) throws -> [FeedFinder.Found] {
        let feed = try TypedFeed(word, language)
        switch FeedFinder(fetcher: try fetcher(), secrets: secrets, trustsTyped: trustsTypedAddresses).find(feed.typed)
        {
        case .unreadable(let failure, _):
            throw UserFacingError(.cannotRead, [MaskedURL.mask(word), failure.message], language: language)
        case .found(let found): return found
        }
    }
}
