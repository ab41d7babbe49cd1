/** Domains under which a provider keeps one mailbox, by the one that stands for them. */
const TWINS: Readonly<Record<string, string>> = {
  "googlemail.com": "gmail.com",
  "protonmail.com": "proton.me",
  "protonmail.ch": "proton.me",
  "pm.me": "proton.me",
  "me.com": "icloud.com",
  "mac.com": "icloud.com",
  "ya.ru": "yandex.ru",
  "yandex.com": "yandex.ru",
  "yandex.by": "yandex.ru",
  "yandex.kz": "yandex.ru",
};

/** What a provider does not look at before the `@`, or takes for the same. */
const SPELLINGS: Readonly<Record<string, (local: string) => string>> = {
  "gmail.com": (local) => local.replaceAll(".", ""),
  "proton.me": (local) => local.replace(/[._-]/g, ""),
  "yandex.ru": (local) => local.replaceAll(".", "-"),
};

/**
 * One address for all spellings of a mailbox: without a plus tag, and as its provider reads dots and domains.
 * Outlook, Hotmail and Live are no twins: one name there may be three people.
 * @param emailKey a result of `toEmailKey`
 */
export function toMailbox(emailKey: string): string {
  const at = emailKey.lastIndexOf("@");
  if (at === -1) return emailKey;
  const domain = emailKey.slice(at + 1);
  const provider = TWINS[domain] ?? domain;
  // One that begins with a plus has no tag.
  const plus = emailKey.slice(0, at).indexOf("+", 1);
  const local = emailKey.slice(0, plus === -1 ? at : plus);
  return `${SPELLINGS[provider]?.(local) ?? local}@${provider}`;
}
