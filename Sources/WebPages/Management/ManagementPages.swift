internal import Accounts

/// All management pages, their form actions and files.
package enum ManagementPages {
    package static let operations: [ManagementOperation] =
        SubscribePages.operations + TransferPages.operations + FeedSettingsPage.operations + RecipePage.operations
        + FailingPage.operations + FoldersPage.operations + ArrangePage.operations + SavedSearchPages.operations
        + RulesPage.operations
        + ActionsPage.operations + StatisticsPage.operations + AccountPage.operations + AppearancePage.operations
}
