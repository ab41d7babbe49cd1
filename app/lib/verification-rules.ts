/** How long (s) the events of a rule's decision wait, at most and where nobody says it. */
export const RULE_HOLD_MAX = 600;
/** How many claims a rule may decide on a day. */
export const RULE_PER_DAY_MAX = 10_000;
export const RULE_PER_DAY = 50;

/** A dry run reads the claims of so many days; a rule decides none that are older. */
export const RULE_DAYS = 30;

/** A rule pauses when this share of what it decided in 30 days, and as many, turned out wrong. */
export const DOUBTED_SHARE_MAX = 0.02;
export const DOUBTED_MIN = 2;

export const RULE_PAUSES = ["limit", "doubts"] as const;
export type RulePause = (typeof RULE_PAUSES)[number];

/** Why a rule leaves a claim to a member, as its owner reads it in a dry run. */
export const RULE_REFUSALS = {
  changed: "its account number was changed after it was made",
  guessed: "other claims of the same person name another account number",
  contradicted: "something speaks against it",
  nothing: "nothing says for certain that there was a deposit",
  client: "it is found by an email, a phone or a total alone",
  unsecured: "anybody who knows the postback address could have called",
  sources: "too few sources agree",
  amount: "its amount is above the limit, or has no exchange rate",
} as const;
export type RuleRefusal = keyof typeof RULE_REFUSALS;
