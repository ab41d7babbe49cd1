import { isNearly } from "#app/lib/is-nearly.ts";
import { toMailbox } from "#app/lib/mailbox.ts";
import type { Client, ClientKey } from "./clients.ts";
import { isMaskOf } from "./clients.ts";
import type { HeldClaim, Hit } from "./find-hits.ts";
import { type Fit, isAmountCovered } from "./fit.ts";
import { isSamePhone } from "./identifiers.ts";

/** What a key weighs for a match. */
export const KEY_WEIGHTS: Record<ClientKey, number> = {
  submissionId: 70,
  account: 60,
  email: 60,
  hash: 60,
  clickId: 60,
  phone: 45,
  subId: 45,
  canonical: 30,
  masked: 18,
  userName: 16,
  name: 14,
  ending: 12,
};
/** Of a key that several carry. */
export const SHARED_PART = 0.4;

/** What both a claim and a client may have. */
const FIELDS = ["account", "email", "hash", "masked", "phone", "ending", "country"] as const;
export type SharedField = (typeof FIELDS)[number];
/** `nearly` is a typing error away. */
type Comparison = "same" | "nearly" | "different";
export type Compared = Partial<Record<SharedField, Comparison>>;

/** A claim beside a client who may be its person. */
export type Candidate = {
  held: HeldClaim;
  client: Client;
  hits: Hit[];
  compared: Compared;
  fits: Fit[];
};

/** What the identifiers alone allow. */
export type Identification = {
  stance: "certain" | "likely" | "contradicted";
  /** Strong keys that nobody else carries. */
  own: Hit[];
  /** Strong keys that other claims or clients carry too. */
  shared: Hit[];
  /** Fields that differ, of those that can be compared in this file. */
  different: SharedField[];
  /** The typed account number is another client's. */
  isElsewhere: boolean;
  /** Another claim has this key and a better one. */
  isOthers: boolean;
};

/** A candidate with what its identifiers allow. */
export type Option = Candidate & { identity: Identification };

const anyOf = (comparisons: Comparison[]): Comparison =>
  comparisons.includes("same") ? "same" : comparisons.includes("nearly") ? "nearly" : "different";

/** Compares whatever both have. */
export function compareFields(held: HeldClaim, client: Client, hits: readonly Hit[]): Compared {
  const { claim, emailKey, canonicalEmail, accounts } = held;
  const compared: Compared = {};
  if (hits.some(({ key, isKnown }) => key === "account" && !isKnown)) compared.account = "same";
  else if (accounts.length > 0 && client.accounts.length > 0)
    compared.account = anyOf(
      client.accounts.flatMap((account) =>
        accounts.map((own) => (isNearly(own, account, 1) ? "nearly" : "different")),
      ),
    );
  if (hits.some(({ key, value }) => key === "account" && value.includes("@"))) compared.email = "same";
  else if (emailKey && canonicalEmail) {
    if (client.emails.length > 0)
      compared.email = anyOf(client.emails.map((email) => compareEmails(email, emailKey, canonicalEmail)));
    else if (client.hashes.length > 0)
      compared.hash = hits.some(({ key }) => key === "hash") ? "same" : "different";
    else if (client.masks.length > 0)
      compared.masked = client.masks.some((mask) => isMaskOf(mask, emailKey)) ? "same" : "different";
  }
  if (claim.phone) {
    const [e164, digits] = [claim.phone, claim.phone.replace(/\D/g, "")];
    if (client.phones.length > 0)
      compared.phone = anyOf(
        client.phones.map((phone) =>
          isSamePhone(e164, phone)
            ? "same"
            : isNearly(digits.slice(-phone.digits.length), phone.digits, 1)
              ? "nearly"
              : "different",
        ),
      );
    else if (client.endings.length > 0)
      compared.ending = client.endings.some((ending) => digits.endsWith(ending)) ? "same" : "different";
  }
  if (claim.country && client.countries.length > 0)
    compared.country = client.countries.includes(claim.country.toUpperCase()) ? "same" : "different";
  return compared;
}

function compareEmails(email: string, own: string, ownCanonical: string): Comparison {
  if (email === own) return "same";
  const canonical = toMailbox(email);
  return canonical === ownCanonical || isNearly(canonical, ownCanonical, 2) ? "nearly" : "different";
}

const COMPARED_MIN = 5;
const SAME_SHARE = 0.3;

/** Fields that differ nearly everywhere hold something else in this file, such as a salted hash. */
export function findIncomparable(candidates: readonly Candidate[]): Set<SharedField> {
  const sure = candidates.filter(({ hits }) => hits.some(({ clients }) => clients === 1));
  const incomparable = FIELDS.filter((field) => {
    const found = sure.flatMap(({ compared }) => compared[field] ?? []);
    const same = found.filter((comparison) => comparison !== "different").length;
    return found.length >= COMPARED_MIN && same < found.length * SAME_SHARE;
  });
  return new Set(incomparable);
}

/** Keys that say the same thing count once. */
const SUBJECTS: Partial<Record<ClientKey, string>> = { hash: "email", subId: "clickId" };
export const countSubjects = (hits: readonly Hit[]) =>
  new Set(hits.map(({ key }) => SUBJECTS[key] ?? key)).size;

const isSamePerson = (a: HeldClaim, b: HeldClaim, key: ClientKey) =>
  (a.canonicalEmail !== null && a.canonicalEmail === b.canonicalEmail) ||
  (key !== "phone" && a.claim.phone !== null && a.claim.phone === b.claim.phone);

/** The candidates of a client that rest on a key. */
export type Carriers = (client: Client, key: ClientKey) => readonly Candidate[];

/** Decides how sure the identifiers are, with the other claims that carry the same ones. */
export function identify(
  { held, client, hits, compared }: Candidate,
  carriers: Carriers,
  incomparable: ReadonlySet<SharedField>,
): Identification {
  const different = FIELDS.filter((field) => compared[field] === "different" && !incomparable.has(field));
  const own: Hit[] = [];
  const shared: Hit[] = [];
  let isOthers = false;
  const unique = (candidate: { hits: Hit[] }) =>
    countSubjects(candidate.hits.filter(({ clients }) => clients === 1));
  for (const hit of hits) {
    const rivals = carriers(client, hit.key).filter(
      (other) =>
        other.held !== held &&
        !isSamePerson(other.held, held, hit.key) &&
        (other.held.claim.status !== "rejected" || held.claim.status === "rejected"),
    );
    if (rivals.some((rival) => rival.fits.length > 0 && unique(rival) > unique({ hits }))) isOthers = true;
    const isOwn = hit.clients === 1 && !rivals.some(mayBeProven);
    (isOwn ? own : shared).push(hit);
  }
  const isElsewhere = isTypedOfAnother(held, client);
  const identity = { own, shared, different, isElsewhere, isOthers };
  return { ...identity, stance: takeStance(identity) };
}

/** Whether a row of the client could be the claim's, by amount and time. */
const mayBeProven = ({ held, fits }: Candidate) =>
  fits.some((fit) => fit.time.is !== "outside" && (fit.amount.level !== "far" || isAmountCovered(held, fit)));

const isTypedOfAnother = (held: HeldClaim, client: Client) =>
  [...held.strong].some(
    ([other, hits]) => other !== client && hits.some(({ key, isKnown }) => key === "account" && !isKnown),
  ) && !held.strong.get(client)?.some(({ key }) => key === "account");

function takeStance({
  own,
  different,
  isElsewhere,
  isOthers,
}: Omit<Identification, "stance">): Identification["stance"] {
  if (different.includes("country")) return "contradicted";
  const subjects = new Set(own.map(({ key }) => SUBJECTS[key] ?? key));
  const persons = different.filter((field) => field !== "country" && field !== "account");
  if (subjects.size === 0) return isOthers ? "contradicted" : "likely";
  if (isElsewhere) return "likely";
  if (subjects.size >= 2 || subjects.has("email")) return "certain";
  if (subjects.has("account")) {
    if (persons.length === 0) return "certain";
    return persons.length === 1 ? "likely" : "contradicted";
  }
  return different.length === 0 ? "certain" : "likely";
}
