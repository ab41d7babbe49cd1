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
  notReached: "Telegram could not deliver an update to this server.",
  polledElsewhere: "Another program asks Telegram for this bot’s updates. Stop that program.",
  setElsewhere:
    "Telegram sends this bot’s updates to another address. Stop the other program, then enter the token again.",
} as const;
