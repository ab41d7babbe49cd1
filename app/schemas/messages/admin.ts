export const admin = {
  roleFailed: "Failed to update user role",
  statusFailed: "Failed to update user status",
  deleteFailed: "Failed to delete user",
  /** `{role}` is the new role. */
  roleUpdated: "User role updated to {role}",
  activated: "User activated successfully",
  deactivated: "User deactivated successfully",
  deleted: "User deleted successfully",
  ownAccount: "You can’t change your own account here. Ask another administrator.",
  superadminOnly: "Only a superadmin changes administrators or makes one.",
  newOwnerNeeded: "Others work in this user’s workspace. Choose its new owner.",
  sessionsEnded: "All sessions of the user were ended",
  granted: "The plan was granted",
  subscriptionEnded: "The subscription was ended",
  noSubscription: "This user has no subscription to end.",
  amountShape: "Please enter an amount in EUR, for example 49",
  endPast: "Please choose a day in the future",
  endFar: "Please choose a day within the next ten years",
  freeCosts: "The free plan costs nothing",
  messageHandled: "Marked as handled",
  messageReopened: "Put back to the unhandled messages",
} as const;

export const support = {
  allowed: "Support can work in your workspace now",
  ended: "Support access was ended",
  left: "You left the user’s workspace",
  notAllowedYet: "Support access is not allowed yet. Click Allow support access.",
  none: "There is no support access to this user. Ask the user to allow it in the settings.",
} as const;
