import type { EvidenceKind } from "#app/lib/evidence.ts";
import type { PostbackField, PostbackMeaning } from "#app/lib/postbacks.ts";
import { readKind, readState } from "#app/services/statements/columns/kinds.ts";
import { listWords, toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";
import { CELL_LIMITS } from "#app/services/tables/table.ts";
import type { Parameter } from "./read-call.ts";

/** What networks call an event, as a whole. */
const WORDS: [EvidenceKind, readonly string[]][] = [
  [
    "registration",
    listWords("registration, reg, register, registered, signup, sign up, lead, new registration"),
  ],
  ["kyc", listWords("kyc, kyc passed, verification, identity verified")],
  ["first_deposit", listWords("ftd, fd, first deposit, first time deposit, first_deposit")],
  ["deposit", listWords("deposit, dep, redeposit, std, second deposit")],
  ["qualification", listWords("qualification, qualified, cpa, qftd, qualified ftd")],
  ["commission", listWords("commission, income, daily income, revenue share, revshare")],
  ["trading", listWords("trade, trading, first trade, volume")],
  ["reversal", listWords("chargeback, charge back, reversal, refund")],
];
const KNOWN = new Map(WORDS.flatMap(([kind, words]) => words.map((word) => [word, kind] as const)));

const MONEY: readonly EvidenceKind[] = ["deposit", "first_deposit", "sum"];
export const isMoney = (kind: EvidenceKind): boolean => MONEY.includes(kind);

/** The kind of a row of a file, as evidence; what may be anything is null. */
function readBroadly(word: string): EvidenceKind | null {
  const kind = readKind(word);
  if (kind === "purchase" || kind === "subscription") return "deposit";
  return kind === "deposit" || kind === "registration" || kind === "withdrawal" || kind === "reversal"
    ? kind
    : null;
}

/** The owner's words, in plain form. The one without letters is of calls that say no kind. */
export const toPlainKinds = (kinds: Readonly<Record<string, EvidenceKind>>): Map<string, EvidenceKind> =>
  new Map(Object.entries(kinds).map(([word, kind]) => [toPlainWords(word), kind]));

/** The word that the owner may say the meaning of; the empty one is of calls without a word. */
type Unsaid = { word?: string };

/**
 * What a call says, by its words for the event and for its state.
 * @returns a sentence about what says nothing yet in its place
 */
export function readPostbackKind(
  word: string | null,
  status: string | null,
  own: ReadonlyMap<string, EvidenceKind>,
): EvidenceKind | ({ unknown: string } & Unsaid) | ({ waits: string } & Unsaid) {
  if ([word, status].some((text) => text !== null && text.length > CELL_LIMITS.text))
    return { unknown: "Its word for the kind is too long." };
  const plain = toPlainWords(word ?? "");
  const named = own.get(plain) ?? KNOWN.get(plain);
  const ofStatus = status === null ? undefined : own.get(toPlainWords(status));
  const kind = named ?? (word === null ? null : readBroadly(word)) ?? ofStatus;
  if (!kind)
    return {
      unknown: word
        ? `What “${word.slice(0, 40)}” means is not said yet.`
        : "What calls without a kind mean is not said yet.",
      word: word ?? status ?? "",
    };
  const ofWord = named || word === null ? null : readState(word);
  const said = status === null || ofStatus ? (ofWord ?? "done") : readState(status);
  const state = said === "done" ? (ofWord ?? said) : said;
  if (state === "reversed") return isMoney(kind) ? "reversal" : kind;
  if (state === "done" || kind === "reversal" || kind === "withdrawal") return kind;
  if (state) return { waits: "It says that this is not done, or was declined." };
  const unsaid = status ?? "";
  return { waits: `What the state “${unsaid.slice(0, 40)}” means is not said yet.`, word: unsaid };
}

/** The word of a call whose meaning nobody has said; null where all is said. */
export function findUnknownWord(
  parameters: ReadonlyMap<string, Parameter>,
  { fields, kinds }: { fields: readonly PostbackField[]; kinds: ReadonlyMap<string, EvidenceKind> },
): string | null {
  const kind = readPostbackKind(
    textMeaning(parameters, fields, "kind"),
    textMeaning(parameters, fields, "status"),
    kinds,
  );
  return typeof kind === "string" ? null : (kind.word ?? null);
}

/** The first value of the parameters that mean this. */
export function textMeaning(
  parameters: ReadonlyMap<string, Parameter>,
  fields: readonly PostbackField[],
  meaning: PostbackMeaning,
): string | null {
  const given = fields.find((field) => field.meaning === meaning && parameters.has(field.name.toLowerCase()));
  return (given && parameters.get(given.name.toLowerCase())?.value.trim()) || null;
}
