import { advertisedPlatforms } from "#app/lib/ad-platforms.ts";

/** The groups of calls by path prefix. The longest match counts. */
export const TAGS: { name: string; description: string; prefixes: string[] }[] = [
  {
    name: "Public form",
    description: "What visitors send, without an account.",
    prefixes: ["/api/optin/{slug}", "/api/affiliate/public"],
  },
  {
    name: "Submissions",
    description: "What visitors confirmed, and your decisions.",
    prefixes: ["/api/optin/dashboard"],
  },
  {
    name: "Statements",
    description: "Files of brokers, matched with claims.",
    prefixes: ["/api/statements"],
  },
  {
    name: "Spend",
    description: "What ads cost, by file, by hand and from connected accounts.",
    prefixes: ["/api/spend"],
  },
  {
    name: "Deliveries",
    description: "Events on their way to ad platforms, with every attempt.",
    prefixes: ["/api/deliveries", "/api/replays"],
  },
  {
    name: "Form settings",
    description: "Your public form.",
    prefixes: ["/api/forms", "/api/optin-settings", "/api/optin/settings"],
  },
  {
    name: "Brokers and tiers",
    description:
      "The brokers visitors choose from, with commission tiers, and the exchange rates of commissions.",
    prefixes: ["/api/affiliate", "/api/currency", "/api/exchange-rates"],
  },
  {
    name: "Ad platforms",
    description: `Connections to ${advertisedPlatforms}.`,
    prefixes: ["/api/user/connections", "/api/user/integrations"],
  },
  {
    name: "Telegram",
    description: "The workspace's bot, and what Telegram says of it.",
    prefixes: ["/api/telegram"],
  },
  { name: "Sign-in", description: "Sessions and passwords.", prefixes: ["/api/auth"] },
  {
    name: "Workspaces",
    description: "Workspaces, their members and invitations. Closed to API keys.",
    prefixes: ["/api/workspaces"],
  },
  {
    name: "Notifications",
    description: "What happened to your claims and your account, and what you have read of it.",
    prefixes: ["/api/notifications"],
  },
  { name: "Account", description: "Your profile, sessions and API keys.", prefixes: ["/api/user"] },
  {
    name: "Administration",
    description: "Users and their roles. Only for administrators; to others these calls are not there.",
    prefixes: ["/api/admin"],
  },
  { name: "Other", description: "This document, news and the contact form.", prefixes: ["/api"] },
];

/** The name of the group that a path belongs to. */
export function findTag(path: string): string {
  const length = (prefixes: string[]) =>
    Math.max(0, ...prefixes.filter((prefix) => path.startsWith(prefix)).map((prefix) => prefix.length));
  return TAGS.reduce((best, tag) => (length(tag.prefixes) > length(best.prefixes) ? tag : best)).name;
}
