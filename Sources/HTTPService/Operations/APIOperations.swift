/// The operations of the API, of feeds for other programs, and of hubs.
package enum APIOperations {
    package static let all: [Operation] =
        SearchOperations.all + ArticleOperations.all + FeedOperations.all + RecipeOperations.all
        + ArrangingOperations.all + SavedSearchOperations.all + TrendOperations.all + LoadOperations.all
        + ArchiveOperations.all + LiveOperations.all + RuleOperations.all
        + AlertOperations.all + JobOperations.all + DiscoverOperations.all + AccessOperations.all
        + InvitationOperations.all
        + HealthOperations.all + MetricsOperations.all + DocumentOperations.all + FeedOutOperations.all
        + HubOperations.all + IconOperations.all + AssistantOperations.all + OpenedOperations.all
        + DestinationOperations.all + PushOperations.all + DigestOperations.all
}
