package import HTTPService

/// The operations of the web reader and of the management pages.
package enum PageOperations {
    package static let all: [Operation] =
        ReaderOperations.all + ActionOperations.all + PictureOperations.all + MediaOperations.all + management

    private static let management: [Operation] =
        SubscribePages.operations + TransferPages.operations + FeedSettingsPage.operations + RecipePage.operations
        + FailingPage.operations + SilentPage.operations + FoldersPage.operations + UnsubscribedPage.operations
        + ArrangePage.operations
        + SavedSearchPages.operations
        + RulesPage.operations + ActionsPage.operations + StatisticsPage.operations + AccountPage.operations
        + LeavingPage.operations + JoinPage.operations + AppearancePage.operations + SendPage.operations
        + MailPages.operations + LibraryChoice.operations + InvitationList.operations

    /// The paths of the pages that show a refused form again.
    static let pathsOfForms = Set((ReaderOperations.pages + management).map(\.path))

    /// The sign-in and error pages that the service itself uses.
    package static let ofService = ServicePages(
        signIn: SignInPage.response, problem: ProblemPage.response, checkedAddress: PageAddress.checked)
}
