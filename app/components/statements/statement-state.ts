import { dayIn, EAST, WEST } from "#app/lib/dates.ts";
import { shortDate } from "#app/lib/format-date.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { ListedGroup, RowKind } from "#app/lib/statements.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";

type Period = NonNullable<StatementResponse["period"]>;

/** The first and the last day of a file by its own clock. */
export function daysOf({ from, to }: Period, timeZone: string | null): Period {
  const isNamed = timeZone !== null && !/^[+-]/.test(timeZone);
  const toDay = (time: string, shift: number) =>
    dayIn(isNamed ? timeZone : "UTC", new Date(Date.parse(time) + shift));
  if (timeZone === null) {
    // In a zone that is not stated it begins in the first zone of the earth and ends in the last one.
    return { from: toDay(from, EAST), to: toDay(to, -WEST) };
  }
  // Not every browser knows an offset as a time zone.
  const offset = isNamed ? 0 : -Date.parse(`1970-01-01T00:00:00${timeZone}`);
  return { from: toDay(from, offset), to: toDay(to, offset) };
}

/** "Nov 1, 2026 to Nov 30, 2026" */
export function describePeriod(period: Period, timeZone: string | null): string {
  const { from, to } = daysOf(period, timeZone);
  return `${shortDate(from)} to ${shortDate(to)}`;
}

/** How far a statement is, in words. */
export function describeStatus({ status, groups, progress, error }: StatementResponse): string {
  switch (status) {
    case "reading":
      return "Being read";
    case "matching":
      return "Being matched";
    case "columns":
      return "Has a question for you";
    case "failed":
      return error ?? "Could not be read";
    case "deciding":
    case "undoing":
      return `${status === "deciding" ? "Deciding" : "Undoing"} ${progress?.done ?? 0} of ${progress?.total ?? 0}`;
    case "ready":
      return `${groups?.certain.count ?? 0} certain, ${groups?.likely.count ?? 0} likely`;
  }
}

export const isWorking = ({ status }: Pick<StatementResponse, "status">): boolean =>
  ["reading", "matching", "deciding", "undoing"].includes(status);

/** How a page shows times. */
export type StatementView = { timeZone: string; now: string };

/** "1 claim", "1,204 claims" */
export const claims = (count: number): string => (count === 1 ? "1 claim" : `${formatNumber(count)} claims`);

export const groupNames: Record<ListedGroup, string> = {
  certain: "Certain",
  likely: "Likely",
  contradicted: "Contradicted",
  unmatchedClaims: "Claims not in the file",
  unmatchedRows: "In the file, not claimed",
  unreadable: "Unreadable rows",
  rejected: "Rejected, but confirmed here",
  pairs: "Possible matches",
};

export const groupHints: Record<ListedGroup, string> = {
  certain:
    "The account number, or something else that only one person has, matches one claim and one client, and nothing contradicts it.",
  likely: "Partly matches. Check these one by one.",
  contradicted: "The file says something else: another amount by far, another country, or a chargeback.",
  unmatchedClaims: "Nothing in this file fits these claims.",
  unmatchedRows: "Clients in the file whom nobody claimed.",
  unreadable: "These rows could not be read.",
  rejected: "You rejected these claims, and this file confirms them. Verify them while they can be sent.",
  pairs: "Claims without an account number that fit clients in this file by day, amount and country.",
};

/** What a group without matches means. */
export const emptyGroups: Record<ListedGroup, string> = {
  certain: "No claim is confirmed beyond doubt. Look at the likely ones.",
  likely: "No match needs a look.",
  contradicted: "The file speaks against no claim.",
  unmatchedClaims: "Each waiting claim of this broker has something in the file.",
  unmatchedRows: "Each client in the file has a claim.",
  unreadable: "All rows could be read.",
  rejected: "This file confirms no claim that was rejected.",
  pairs: "No possible match is left.",
};

export const kindNames = {
  transactions: "Transactions",
  sums: "Sums per client",
  registrations: "Registrations",
} as const;

export const rowKindNames: Record<RowKind, string> = {
  deposit: "Deposit",
  purchase: "Purchase",
  subscription: "Subscription",
  withdrawal: "Withdrawal",
  declined: "Declined",
  pending: "Pending",
  reversal: "Reversal or chargeback",
  registration: "Registration",
  other: "Something else",
};

export const meaningNames: Record<string, string> = {
  date: "Date",
  time: "Time",
  datetime: "Date and time",
  registeredAt: "Registered",
  account: "Account number",
  clickId: "Click ID",
  submissionId: "Claim ID",
  email: "Email",
  emailMasked: "Email, masked",
  emailSha256: "Email, SHA-256",
  emailMd5: "Email, MD5",
  phone: "Phone",
  phoneEnding: "Phone, last digits",
  name: "Name",
  userName: "User name",
  country: "Country",
  brand: "Brand",
  kind: "Kind of row",
  amount: "Amount",
  gross: "Amount, gross",
  fee: "Fee",
  currency: "Currency",
  amountConverted: "Amount, converted",
  count: "Number of deposits",
  status: "Status",
  commission: "Commission",
  lots: "Lots",
  trades: "Number of trades",
  turnover: "Turnover",
  revenue: "Broker’s revenue",
  qualifiedAt: "Qualified",
  ignore: "Not used",
};
