/** Sentences about a workspace's Telegram bot. */
export const telegram = {
  connected: "Connected. The bot answers now.",
  disconnected: "Disconnected. The bot answers no more.",
  notConnected: "The bot was not connected.",
  tokenShape:
    "Please paste the token that @BotFather shows, such as 123456789:AA… with 35 characters after the colon",
  tokenRefused: "Telegram does not take this token. Copy it from @BotFather again.",
  botTaken:
    "This bot is connected already, and a bot can be connected only once. Make another one at @BotFather.",
  updateRefused: "The secret token is wrong.",
  refused:
    "Telegram does not take the token any more: it was revoked, or the bot was deleted. Enter the bot’s new token.",
  unreadable: "The fault is ours: the stored token cannot be read. Enter it again.",
  unclear: "Telegram gives no clear answer.",
  mayNotInvite: "The bot may not invite there. Make it an administrator with the right to invite.",
  mayNotRemove:
    "The bot may not remove anybody there. Give the administrator that it is the right to ban users.",
  chatIdShape: "Please enter the id of the channel or group, such as -1001234567890",
  chatUnknown:
    "The bot does not know this channel or group. Add it there as an administrator, then enter the chat’s id.",
  chatPublic: "This channel is public: anybody can come in. A door needs a private one.",
  doorTaken: "There is a door for this channel or group already.",
  needsConfirmation:
    "An owner has to confirm first that the broker’s partnership and the law allow this door.",
  doorTitle: "Use at most 128 visible characters",
  doorText: "Use at most 1000 visible characters",
  doorNotMade: "The door was not made.",
  doorMade: "The bot lets people in there from now on.",
  doorSaved: "Door saved.",
  doorConfirmed: "Confirmed. Your name and the time are kept in the audit log.",
  doorClosed: "Door closed. Who is in stays in.",
  personLetIn: "The door opens, and the bot says so in the chat.",
  personKept: "They stay, and are named no more for this reason.",
  personRemoved: "The bot removes them now. They can ask to join again.",
  personIsIn: "The door is open for them already.",
  personIsOut: "They are out already.",
  personIsRemoved: "Another member has removed them meanwhile.",
  personMayStay: "Nothing speaks against them any more, or another member has kept them.",
  personIsGone: "They wait no more: the claim has changed meanwhile, or the door was closed.",
  accountTaken:
    "Another Telegram account has the same account at the broker. Compare both, then open the door again.",
  countryNotServed: "Your links to this broker do not lead on in this person’s country.",
  notReached: "Telegram could not deliver an update to this server.",
  polledElsewhere: "Another program asks Telegram for this bot’s updates. Stop that program.",
  setElsewhere:
    "Telegram sends this bot’s updates to another address. Stop the other program, then enter the token again.",
} as const;
