import { isOneAccount, toAccountKey } from "#app/lib/account-keys.ts";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { listKeysOfClaim, listKeysOfRow } from "#app/services/evidence/match-keys.ts";
import { isSamePhone, readPhoneDigits } from "#app/services/statements/matching/identifiers.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";
import type { NamedBy } from "./judge-claim.ts";

/** Whoever reads a link knows its campaign, and could state it as a click ID. Those of ad platforms are longer. */
const CLICK_ID_MIN = 16;

/** What of a claim can name its client to a rule: nothing that follows from the email, and no guesses. */
export const toNamingFacts = (facts: ClaimFacts): ClaimFacts => ({
  ...facts,
  account: isOwnAccount(facts) ? facts.account : null,
  // What statements have taught is known by the email alone.
  knownAccounts: [],
  clickIds: facts.clickIds.filter((id) => id.trim().length >= CLICK_ID_MIN),
});

/** Some brokers' logins are the email or the phone number: that names the client once. */
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

/** By what a row and a claim name the same client, without a user name and a campaign's name. */
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
