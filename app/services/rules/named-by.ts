import { isOneAccount, toAccountKey } from "#app/lib/account-keys.ts";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { listKeysOfClaim, listKeysOfRow } from "#app/services/evidence/match-keys.ts";
import { isSamePhone, readPhoneDigits } from "#app/services/statements/matching/identifiers.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";
import type { NamedBy } from "./judge-claim.ts";

/** A campaign's name can be read in a link and used as a click ID. Those of ad platforms are longer. */
const CLICK_ID_MIN = 16;

/** The facts that may identify a claim's client to a rule, without guesses or anything derived from the email. */
export const toNamingFacts = (facts: ClaimFacts): ClaimFacts => ({
  ...facts,
  account: isOwnAccount(facts) ? facts.account : null,
  // What statements have taught is known by the email alone.
  knownAccounts: [],
  clickIds: facts.clickIds.filter((id) => id.trim().length >= CLICK_ID_MIN),
});

/** At some brokers the login is the email or the phone number, which is not a second key. */
function isOwnAccount({ account, email, phone }: ClaimFacts): boolean {
  if (account === null || account.includes("@") || !isOneAccount(account)) return false;
  const local = email?.slice(0, email.lastIndexOf("@")) ?? "";
  if ([local, local.split("+", 1)[0] ?? ""].some((name) => toAccountKey(name) === toAccountKey(account)))
    return false;
  return phone === null || !isSamePhone(phone, readPhoneDigits(account));
}

const NAMED_BY: Record<string, NamedBy> = {
  account: "account",
  email: "email",
  mailbox: "email",
  hash: "email",
  phone: "phone",
  click: "click",
};

/** The keys that a row and a claim share, except user names and campaign names. */
export function listNamedBy(row: Parameters<typeof listKeysOfRow>[0], claim: ClaimFacts): NamedBy[] {
  const subIds = row.subIds.filter((text) => toLinkClickId(text) !== null);
  const keys = new Set(listKeysOfRow({ ...row, subIds, userName: null, submissionId: null }));
  const named = (some: ClaimFacts) =>
    listKeysOfClaim(some)
      .filter((key) => keys.has(key))
      .flatMap((key) => NAMED_BY[key.split(" ")[0] as string] ?? []);
  // A claim's own ID does not count as a click ID.
  const clicks = { ...claim, id: "" };
  const visits = named({ ...clicks, email: null, phone: null, account: null, clickIds: [] });
  return [...named(clicks), ...visits.map(() => "visit" as const)];
}
