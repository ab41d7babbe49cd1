import { readAccounts, toAccountKey } from "#app/lib/account-keys.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { toMailbox } from "#app/lib/mailbox.ts";
import { readStated, type StatedAmount } from "./amount.ts";
import type { Client, ClientKey, Clients } from "./clients.ts";
import {
  initialsOf,
  isSamePhone,
  maskEmail,
  PHONE_TAIL,
  toLocalLetters,
  toUserNameKey,
} from "./identifiers.ts";
import { hashEmail } from "./identity.ts";
import type { Proof } from "./proofs.ts";
import type { ClaimFacts } from "./types.ts";

/** A key of the claim that is in the file. */
export type Hit = {
  key: ClientKey;
  value: string;
  /** How many clients of the file carry it. */
  clients: number;
  /** Taught by earlier statements, not typed. */
  isKnown?: boolean;
  /** Letters or digits that the broker would have to add to every number. */
  added?: string;
};

/** A claim whose person may be in the file. */
export type HeldClaim = {
  claim: ClaimFacts;
  at: number;
  stated: StatedAmount | null;
  emailKey: string | null;
  canonicalEmail: string | null;
  accounts: string[];
  strong: Map<Client, Hit[]>;
  weak: Map<Client, Hit[]>;
};

export const toHeldClaim = (claim: ClaimFacts, clients: Clients): HeldClaim => {
  const emailKey = claim.email ? toEmailKey(claim.email) : null;
  return {
    claim,
    at: claim.confirmedAt.getTime(),
    stated: readStated(claim.amount, claim.currency),
    emailKey,
    canonicalEmail: emailKey && toMailbox(emailKey),
    accounts: claim.account ? readAccounts(claim.account, clients.prefixes) : [],
    strong: new Map(),
    weak: new Map(),
  };
};

function add(to: Map<Client, Hit[]>, client: Client, hit: Hit): void {
  const hits = to.get(client);
  if (!hits) to.set(client, [hit]);
  else if (!hits.some(({ key, value }) => key === hit.key && value === hit.value)) hits.push(hit);
}

/** Finds the clients that carry a key of which one is enough. */
export function findStrongHits(held: HeldClaim, { index, commonDigits, ...file }: Clients): void {
  const { claim, strong, emailKey } = held;
  const look = (key: ClientKey, found: Client[] | undefined, value: string, more: Partial<Hit> = {}) => {
    for (const client of found ?? [])
      add(strong, client, { key, value, clients: found?.length ?? 0, ...more });
  };
  for (const account of held.accounts) look("account", index.account.get(account), account);
  if (claim.account?.includes("@")) {
    const login = toEmailKey(claim.account);
    look("account", index.email.get(login), login);
  }
  if (strong.size === 0)
    for (const account of held.accounts)
      for (let length = 1; length <= commonDigits.length; length++) {
        const added = commonDigits.slice(0, length);
        look("account", index.account.get(added + account), account, { added });
      }
  for (const known of claim.knownAccounts) {
    const account = toAccountKey(known);
    look("account", index.account.get(account), account, { isKnown: true });
  }
  if (emailKey) {
    look("email", index.email.get(emailKey), emailKey);
    if (file.hasSha256) look("hash", index.hash.get(hashEmail(emailKey, "sha256")), emailKey);
    if (file.hasMd5) look("hash", index.hash.get(hashEmail(emailKey, "md5")), emailKey);
  }
  if (claim.phone && index.phone.size > 0) {
    const e164 = claim.phone;
    const digits = e164.replace(/\D/g, "");
    const found = index.phone
      .get(digits.slice(-PHONE_TAIL))
      ?.filter(({ phones }) => phones.some((phone) => isSamePhone(e164, phone)));
    look("phone", found, digits);
  }
  if (index.subId.size > 0 || index.clickId.size > 0) {
    const ownIds = [...claim.clickIds, ...claim.linkClickIds].map((text) => text.trim());
    // Whether a claim's sub-id is a campaign shows in a whole file only.
    const subIds = file.isRunning ? [] : claim.subIds.map((text) => text.trim());
    for (const subId of new Set([...ownIds, ...subIds])) {
      const found = new Set([...(index.subId.get(subId) ?? []), ...(index.clickId.get(subId) ?? [])]);
      const isOwn = ownIds.includes(subId);
      // A sub-id of several clients is a campaign.
      if (isOwn || found.size === 1) look(isOwn ? "clickId" : "subId", [...found], subId);
    }
  }
  const bySubmission =
    index.submissionId.get(claim.id) ?? index.subId.get(claim.id) ?? index.clickId.get(claim.id);
  look(
    "submissionId",
    bySubmission?.filter(({ rows }) => rows.some(({ at }) => at === null || at.to.getTime() >= held.at)),
    claim.id,
  );
}

/** Of a key that many clients carry, the nearest in amount and time are looked at. */
const NEAREST_MAX = 8;

const nameOf = ({ shownAccounts, userNames, masks, emails }: Client) =>
  shownAccounts[0] ?? userNames[0] ?? emails[0] ?? masks[0] ?? "";

/** By what the file calls them, whatever the order of its rows. */
export const compareClients = (a: Client, b: Client) =>
  nameOf(a) < nameOf(b) ? -1 : nameOf(a) === nameOf(b) ? 0 : 1;

/** Finds clients that carry a key which alone proves nothing, where a proof of theirs may be the claim's. */
export function findWeakHits(
  held: HeldClaim,
  { index }: Clients,
  measure: (held: HeldClaim, proof: Proof) => number | null,
): void {
  const { claim, emailKey, canonicalEmail } = held;
  const look = (key: ClientKey, found: Client[] | undefined, value: string | null) => {
    if (!found || value === null) return;
    const nearest: { client: Client; distance: number }[] = [];
    for (const client of found) {
      let distance: number | null = null;
      for (const proof of client.proofs) {
        const own = measure(held, proof);
        if (own !== null && (distance === null || own < distance)) distance = own;
      }
      if (distance === null) continue;
      if (nearest.length === NEAREST_MAX && (nearest.at(-1)?.distance ?? 0) < distance) continue;
      nearest.push({ client, distance });
      nearest.sort((a, b) => a.distance - b.distance || compareClients(a.client, b.client));
      if (nearest.length > NEAREST_MAX) nearest.pop();
    }
    for (const { client } of nearest) add(held.weak, client, { key, value, clients: found.length });
  };
  if (canonicalEmail) look("canonical", index.canonical.get(canonicalEmail), canonicalEmail);
  if (emailKey) {
    for (const { shape, clients } of index.masked) {
      const shown = maskEmail(emailKey, shape);
      if (shown) look("masked", clients.get(shown), shown);
    }
    if (index.userName.size > 0) {
      const name = toUserNameKey(emailKey);
      if (name) look("userName", index.userName.get(name), name);
    }
    if (index.name.size > 0) {
      const letters = toLocalLetters(emailKey);
      if (letters)
        for (const form of [letters, ...initialsOf(letters)]) look("name", index.name.get(form), letters);
    }
  }
  if (claim.phone)
    for (const [length, endings] of index.ending) {
      const ending = claim.phone.replace(/\D/g, "").slice(-length);
      look("ending", endings.get(ending), ending);
    }
}
