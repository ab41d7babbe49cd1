/** What members are told about the chats in which they hear of claims, and in them. */
export const telegramDesk = {
  noBot: "No Telegram bot is connected. An owner connects one under Integrations.",
  unlinked: "The chat is no longer linked",
  linked: (workspaceName: string) =>
    `This chat is linked with ${workspaceName}. New claims and what needs you arrive here. /unlink ends it, and Settings, Notifications says what is told.`,
  groupLinked: (workspaceName: string) =>
    `This group is linked with ${workspaceName}. It is shown what its member is told, without buttons.`,
  codeOver: "This link was used already or is older than ten minutes. Make a new one in your settings.",
  codeForGroup: "This link is for a group. Add the bot to the group with it.",
  codeForPerson: "This link is for a private chat. Make one for a group in your settings.",
  chatUnlinked: "This chat is no longer linked. Nothing more arrives here.",
  notLinked: "This chat is not linked with a member any more.",
  mayNotDecide: "Your role does not decide claims.",
  workspacePaused: "This workspace is paused: nothing is decided here.",
  claimGone: "This claim is not there any more.",
  withdrawn: "The visitor withdrew it. There is nothing left to decide.",
  erased: "Its person was erased. There is nothing left to decide.",
  needsAmount: "It has no amount. Open it to enter the one that you found at the broker.",
  unlikelyAmount: "Its amount is unlikely. Open it and check the amount first.",
  cameInRush: "It came in a rush. Open it and look at it first.",
} as const;
