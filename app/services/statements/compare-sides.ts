import { createHash } from "node:crypto";
import Decimal from "decimal.js-light";
import { DAY } from "#app/lib/dates.ts";
import { exactDateTime } from "#app/lib/format-date.ts";
import { formatAmount, isCurrency } from "#app/lib/money.ts";
import type { ComparedField, StatementColumn } from "#app/lib/statements.ts";
import type { Submission } from "#app/models/index.server.ts";
import type { FoundRow } from "./list-statements.server.ts";
import { readAccounts } from "./matching/account-keys.ts";
import { isSamePhone, maskEmail, readMask, readPhoneDigits } from "./matching/identifiers.ts";
import type { StatementRow } from "./matching/types.ts";

type Sides = {
  claim: Submission;
  rows: readonly FoundRow[];
  columns: readonly Pick<StatementColumn, "index" | "meaning">[];
  timeZone: string;
};

/** So far from the confirmation a row is worth a look. */
const NEAR_MS = 3 * DAY;

/** A claim beside the rows that may be about it, field by field. */
export function compareSides({ claim, rows, columns, timeZone }: Sides): ComparedField[] {
  const read = rows.flatMap((row) => row.read ?? []);
  const compare = (
    label: string,
    own: string | null,
    isSame: (value: string, own: string) => boolean,
    pick: (row: StatementRow) => string | null,
  ): ComparedField => {
    const found = [...new Set(read.flatMap((row) => pick(row) ?? []))];
    const isDifferent = own !== null && found.length > 0 && !found.some((value) => isSame(value, own));
    return { label, claim: own, file: found.join(", ") || null, isDifferent };
  };
  const isEqual = (value: string, own: string) => value.toLowerCase() === own.toLowerCase();
  const { email, phone, reference, country, createdAt } = claim;
  const sides = [
    compare("Email", email, isSameEmail, (row) => row.email ?? row.emailMasked),
    compare("Email hash", email, isHashOf, (row) => row.emailSha256 ?? row.emailMd5),
    compare("Phone", phone, isSameNumber, (row) => row.phone ?? toEnding(row.phoneEnding)),
    compare("Name", null, isEqual, ({ name, userName }) => name ?? userName),
    compare("Account", reference, isSameAccount, (row) => row.account),
    compareAmount(claim, read),
    {
      label: "Time",
      claim: exactDateTime({ at: createdAt, timeZone }),
      file: describeTimes(rows, columns, timeZone),
      isDifferent: isFar(claim, read),
    },
    compare("Country", country, isEqual, (row) => row.country),
  ];
  return sides.filter(
    ({ label, file }) => file !== null || ["Email", "Account", "Amount", "Time"].includes(label),
  );
}

function isSameEmail(value: string, own: string): boolean {
  const mask = readMask(value);
  return mask ? maskEmail(own.toLowerCase(), mask.shape) === mask.shown : value === own.toLowerCase();
}

/** Letters that a broker writes before its numbers are often left out. */
function isSameAccount(value: string, own: string): boolean {
  const typed = readAccounts(own, new Set());
  return readAccounts(value, new Set()).some((account) => typed.includes(account));
}

const isHashOf = (value: string, own: string): boolean =>
  ["sha256", "md5"].some((name) => createHash(name).update(own.trim().toLowerCase()).digest("hex") === value);

const toEnding = (digits: string | null) => digits && `…${digits}`;

const isSameNumber = (value: string, own: string): boolean =>
  value.startsWith("…") ? own.endsWith(value.slice(1)) : isSamePhone(own, readPhoneDigits(value));

const money = (amount: string, currency: string | null) =>
  currency && isCurrency(currency) ? `${formatAmount(amount, currency)} ${currency}` : amount;

function compareAmount({ amount, currency }: Submission, rows: readonly StatementRow[]): ComparedField {
  const shown = rows.flatMap((row) => {
    const own = row.amount === null ? [] : [money(row.amount, row.currency)];
    const converted = row.convertedAmount === null ? [] : [money(row.convertedAmount, row.convertedCurrency)];
    return own.length > 0 && converted.length > 0 ? [`${own[0]} (${converted[0]})`] : [...own, ...converted];
  });
  const sumIn = (pick: (row: StatementRow) => [string | null, string | null]) =>
    rows.reduce((sum, row) => {
      const [value, of] = pick(row);
      return value !== null && of === currency ? sum.plus(value) : sum;
    }, new Decimal(0));
  const sums = [
    sumIn((row) => [row.amount, row.currency]),
    sumIn((row) => [row.net, row.currency]),
    sumIn((row) => [row.convertedAmount, row.convertedCurrency]),
  ];
  const isNear = (sum: Decimal) =>
    sum
      .abs() // What is taken back is below zero.
      .minus(amount ?? 0)
      .abs()
      .lte(new Decimal(amount ?? 0).times(0.01));
  return {
    label: "Amount",
    claim: amount && money(amount, currency),
    file: shown.length > 0 ? shown.join(" + ") : null,
    isDifferent: amount !== null && shown.length > 0 && !sums.some(isNear),
  };
}

const isFar = ({ createdAt }: Submission, rows: readonly StatementRow[]): boolean => {
  const times = rows.flatMap(({ at }) => at ?? []);
  return (
    times.length > 0 &&
    !times.some(({ from, to }) => +from - NEAR_MS <= +createdAt && +createdAt <= +to + NEAR_MS)
  );
};

/** As the file has it, because its clock may be another one; a known moment also by the reader's clock. */
function describeTimes(
  rows: readonly FoundRow[],
  columns: Sides["columns"],
  timeZone: string,
): string | null {
  const indexes = columns
    .filter(({ meaning }) => meaning === "datetime" || meaning === "date" || meaning === "time")
    .map(({ index }) => index);
  const shown = rows.map(({ cells, read }) => {
    const written = indexes.flatMap((index) => cells[index] || []).join(" ");
    const at = read?.at;
    return at && +at.from === +at.to ? `${exactDateTime({ at: at.from, timeZone })} (${written})` : written;
  });
  return shown.filter(Boolean).join(", ") || null;
}
