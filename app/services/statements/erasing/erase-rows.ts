import { readAccounts, splitPrefix, toAccountKey } from "#app/lib/account-keys.ts";
import { LINK_CLICK_ID_LENGTH } from "#app/lib/affiliate-systems.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { toMailbox } from "#app/lib/mailbox.ts";
import type { ColumnMeaning, StatementColumn } from "#app/lib/statements.ts";
import type { Cell } from "#app/services/tables/table.ts";
import { isSamePhone, PHONE_TAIL, readPhoneDigits } from "../matching/identifiers.ts";
import { EMAIL_HASHES, hashEmail } from "../matching/identity.ts";

/** What an erased person is found by. Their account numbers are of one broker. */
export type ErasedPerson = {
  submissionId: string;
  /** Whether the claim was verified: only then are the lines of its decision the person's. */
  isVerified: boolean;
  platformId: string;
  email: string;
  /** E.164. */
  phone: string;
  accounts: string[];
  /** Of their clicks on broker links; missing where an earlier version erases them. */
  clickIds?: string[];
};

/** What a row keeps, as an erased claim does. All other columns may identify somebody. */
const KEPT: ReadonlySet<ColumnMeaning> = new Set<ColumnMeaning>([
  ...(["date", "time", "datetime", "country", "brand", "kind", "status"] as const),
  ...(["amount", "gross", "fee", "currency", "amountConverted", "count", "commission"] as const),
]);
/** A shorter one that a visitor has typed may stand in any row. */
export const ACCOUNT_MIN = 5;
const toTail = (phone: string) => phone.replace(/\D/g, "").slice(-PHONE_TAIL);
/** What stands around an address. */
const AROUND = /[\s<>,;"'()]+/;

export type RowEraser = {
  isAbout(cells: readonly Cell[]): boolean;
  /** The cells without what identifies somebody. */
  empty(cells: readonly Cell[]): Cell[];
};

/**
 * Finds the rows of erased people in one broker's file, and empties them.
 * @param columns of the sheet; without them any cell may identify somebody
 */
export function createRowEraser(
  people: readonly ErasedPerson[],
  platformId: string,
  columns: readonly StatementColumn[],
): RowEraser {
  const meanings = new Map(columns.map(({ index, meaning }) => [index, meaning]));
  const isKept = (index: number) => KEPT.has(meanings.get(index) as ColumnMeaning);
  const emailIndex = columns.find(({ meaning }) => meaning === "email")?.index ?? -1;
  const keys = people.map(({ email }) => toEmailKey(email));
  const emails = new Set([...keys, ...keys.map(toMailbox)]);
  const hashes = new Set(
    [...emails].flatMap((key) => EMAIL_HASHES.map((algorithm) => hashEmail(key, algorithm))),
  );
  const phones = groupBy(
    people.map(({ phone }) => phone),
    toTail,
  );
  const accounts = new Set(
    people
      .filter((person) => person.platformId === platformId)
      .flatMap((person) => person.accounts.flatMap((account) => readAccounts(account, new Set())))
      .filter((key) => key.length >= ACCOUNT_MIN),
  );

  const clickIds = people.flatMap((person) => person.clickIds ?? []);

  const isContact = (text: string): boolean => {
    if (text.includes("@"))
      return text
        .split(AROUND)
        .filter((word) => word.includes("@"))
        .map(toEmailKey)
        .some((key) => emails.has(key) || emails.has(toMailbox(key)));
    if (hashes.has(text.toLowerCase()) || namesClick(text)) return true;
    const number = readPhoneDigits(text);
    return phones.get(toTail(number.digits))?.some((phone) => isSamePhone(phone, number)) ?? false;
  };
  /** Perhaps with other sub-ids of the client. */
  const namesClick = (text: string): boolean => {
    if (clickIds.length === 0 || text.length < LINK_CLICK_ID_LENGTH) return false;
    const folded = text.toLowerCase();
    return clickIds.some((id) => folded.includes(id));
  };
  const isAccount = (text: string): boolean => {
    const key = toAccountKey(text);
    return key !== "" && (accounts.has(key) || accounts.has(splitPrefix(key)?.number ?? ""));
  };
  return {
    isAbout(cells) {
      const own = cells.flatMap((cell, index) => (isKept(index) ? [] : [String(cell).trim()]));
      if (own.some(isContact)) return true;
      // A number that was mistyped into somebody else's does not make the row this person's.
      const isOthers = String(cells[emailIndex] ?? "").includes("@");
      return !isOthers && own.some(isAccount);
    },
    empty: (cells) => cells.map((cell, index) => (isKept(index) ? cell : "")),
  };
}
