import type { Conversion, EventNames } from "#app/services/ad-platforms/ad-platform.ts";

/** Snapchat's whole list: it knows no names of one's own. */
const EVENT_NAMES = new Set([
  "PURCHASE",
  "SAVE",
  "START_CHECKOUT",
  "ADD_CART",
  "VIEW_CONTENT",
  "ADD_BILLING",
  "SIGN_UP",
  "SEARCH",
  "PAGE_VIEW",
  "SUBSCRIBE",
  "AD_CLICK",
  "AD_VIEW",
  "COMPLETE_TUTORIAL",
  "LEVEL_COMPLETE",
  "INVITE",
  "LOGIN",
  "SHARE",
  "RESERVE",
  "ACHIEVEMENT_UNLOCKED",
  "ADD_TO_WISHLIST",
  "SPENT_CREDITS",
  "RATE",
  "START_TRIAL",
  "LIST_VIEW",
  "APP_INSTALL",
  "APP_OPEN",
  "CUSTOM_EVENT_1",
  "CUSTOM_EVENT_2",
  "CUSTOM_EVENT_3",
  "CUSTOM_EVENT_4",
  "CUSTOM_EVENT_5",
]);

/** Names of other platforms that Snapchat calls something else. */
const SYNONYMS: Record<string, string> = {
  LEAD: "SIGN_UP",
  COMPLETE_REGISTRATION: "SIGN_UP",
  COMPLETE_PAYMENT: "PURCHASE",
  INITIATE_CHECKOUT: "START_CHECKOUT",
  ADD_TO_CART: "ADD_CART",
  ADD_PAYMENT_INFO: "ADD_BILLING",
};

const BY_ACTION = { deposit: "PURCHASE", purchase: "PURCHASE", subscription: "SUBSCRIBE" } as const;
const WITHOUT_AMOUNT = "SIGN_UP";

type NamedEvent = Pick<Conversion, "action" | "eventName">;

/** The form's event name in Snapchat's spelling: "StartTrial" is `START_TRIAL`; null if unknown. */
export function snapchatName(eventName: string): string | null {
  const name = eventName
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toUpperCase();
  return EVENT_NAMES.has(name) ? name : (SYNONYMS[name] ?? null);
}

export const snapchatNames: EventNames = {
  includes: (name) => snapchatName(name) !== null,
  hint: "One of Snapchat's own, for example SIGN_UP, START_TRIAL or CUSTOM_EVENT_1.",
};

export const toEventName = ({ action, eventName }: NamedEvent): string =>
  snapchatName(eventName ?? "") ?? (action ? BY_ACTION[action] : "SIGN_UP");

/** Snapchat refuses a PURCHASE without value or currency. */
export const nameWithoutAmount = (event: NamedEvent): string | null =>
  toEventName(event) === "PURCHASE" ? WITHOUT_AMOUNT : null;
