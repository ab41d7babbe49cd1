/** The best-known domains of temporary email addresses. */
const DISPOSABLE = new Set([
  ...["10minutemail.com", "10minutemail.net", "1secmail.com", "1secmail.net", "33mail.com", "burnermail.io"],
  ...["discard.email", "dispostable.com", "dropmail.me", "emailondeck.com", "fakeinbox.com", "fakemail.net"],
  ...[
    "getairmail.com",
    "getnada.com",
    "grr.la",
    "guerrillamail.com",
    "guerrillamail.info",
    "inboxkitten.com",
  ],
  ...["mail-temp.com", "mail.tm", "mailcatch.com", "maildrop.cc", "mailinator.com", "mailnesia.com"],
  ...["mailpoof.com", "mintemail.com", "moakt.com", "mohmal.com", "mytemp.email", "nada.email"],
  ...["sharklasers.com", "spam4.me", "spamgourmet.com", "temp-mail.io", "temp-mail.org", "tempail.com"],
  ...["tempmail.com", "tempmail.dev", "tempmailo.com", "tempr.email", "throwawaymail.com", "trashmail.com"],
  ...["trashmail.de", "wegwerfmail.de", "yopmail.com", "yopmail.fr", "yopmail.net"],
]);

/** Whether an address belongs to a known service for temporary addresses, or to a subdomain. */
export function isDisposable(email: string): boolean {
  const labels = (email.toLowerCase().split("@").at(-1) ?? "").split(".");
  return labels.some((_, index) => DISPOSABLE.has(labels.slice(index).join(".")));
}
