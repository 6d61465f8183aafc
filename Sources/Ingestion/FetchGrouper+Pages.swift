public import Articles
internal import FeedFetching
internal import FeedParsing
public import PageRecipes

extension FetchGrouper {
    /// Reads a page with its recipe.
    func read(
        _ fetched: FetchedFeed, index: Int, with recipe: PageRecipe, _ state: inout FeedFetchState,
        _ decision: FetchDecision
    ) {
        let address = fetched.answer.finalURL.text
        let reading = recipe.read(fetched.body, address: address, contentType: fetched.answer.contentType)
        if var problem = reading.problem {
            if problem == .needsSignIn, decision.sendsSignIn(state) { problem = .signInFailed }
            return decision.failed(&state, kind: problem.rawValue, text: problem.text(recipe))
        }
        decision.fetched(&state, fetched, reading.feed)
        group.fetched += 1
        let ids = ItemIdentity.ids(of: reading.feed.items)
        PageArticles.add(reading.feed, ids: ids, url: state.url, to: group.batch, links: settings.links, withFeed: true)
        if recipe.topic != nil {
            let listed = zip(ids, reading.comments).map { ListedTopic(guid: $0, replies: $1) }
            group.topics.append((state.feed, listed))
        }
        if recipe.pages > 1, let next = reading.next {
            group.follows.append(PageFollow(feed: index, next: next, pages: 1, ids: ids))
        }
    }

    /// The failure if the response is a sign-in page instead of a feed; nil for other responses.
    func signInFailure(
        _ fetched: FetchedFeed, _ state: FeedFetchState, _ decision: FetchDecision
    ) -> (kind: String, text: String)? {
        let address = fetched.answer.finalURL
        let place = address.text == state.url ? nil : SignInPlace(address.text)?.problem
        let isPage = BodyShape(fetched.body) == .page
        if isPage, place == .needsTwoFactor || SignInDetection.asksForCode(fetched.body) {
            return (SignInFailure.secondFactor, "the page asks for a second factor")
        }
        if isPage, place == .signInFailed { return (SignInFailure.refused, "the site did not accept the sign-in") }
        guard SignInDetection.isSignIn(fetched.body, address: address, asked: state.url) else { return nil }
        let kind = decision.sendsSignIn(state) ? SignInFailure.refused : SignInFailure.missing
        return (kind, "it leads to a page for signing in")
    }
}

extension PageReading.Problem {
    /// The problem of a page that was requested with a feed's options: if they include a sign-in, a page that asks for
    /// one means that it was refused.
    public func considering(_ options: FeedOptions) -> Self {
        self == .needsSignIn && options.sendsSignIn ? .signInFailed : self
    }

    /// A description of the problem as one plain line, in English.
    func text(_ recipe: PageRecipe) -> String {
        switch self {
        case .noItems: "the selector '\(recipe.item.text)' found nothing"
        case .noFields: "no item has a title ('\(recipe.title.text)') or a link"
        case .needsSignIn: "the page asks for a sign-in"
        case .needsTwoFactor: "the page asks for a second factor"
        case .signInFailed: "the site did not accept the sign-in"
        }
    }
}
