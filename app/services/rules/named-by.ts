import { listKeysOfClaim, listKeysOfRow } from "#app/services/evidence/match-keys.ts";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";
import type { NamedBy } from "./judge-claim.ts";

/** What statements have taught is known by the email alone: it does not name the client a second time. */
export const withoutTaught = (facts: ClaimFacts): ClaimFacts => ({ ...facts, knownAccounts: [] });

const NAMED_BY: Record<string, NamedBy> = {
  account: "account",
  email: "email",
  mailbox: "email",
  hash: "email",
  phone: "phone",
  click: "click",
};

/** By what a row and a claim name the same client, without a user name. */
export function listNamedBy(row: Parameters<typeof listKeysOfRow>[0], claim: ClaimFacts): NamedBy[] {
  const keys = new Set(listKeysOfRow({ ...row, userName: null, submissionId: null }));
  const named = (some: ClaimFacts) =>
    listKeysOfClaim(some)
      .filter((key) => keys.has(key))
      .flatMap((key) => NAMED_BY[key.split(" ")[0] as string] ?? []);
  // A claim's own ID does not count as a click ID.
  const clicks = { ...claim, id: "" };
  const visits = named({ ...clicks, email: null, phone: null, account: null, clickIds: [] });
  return [...named(clicks), ...visits.map(() => "visit" as const)];
}
