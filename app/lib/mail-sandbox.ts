/** Nothing of an email runs, but its links open, as in a mail program. */
export const MAIL_SANDBOX = "allow-popups allow-popups-to-escape-sandbox";
