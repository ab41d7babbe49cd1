import { toAccountKey } from "#app/lib/account-keys.ts";
import type { Clients } from "./clients.ts";
import type { HeldClaim } from "./find-hits.ts";
import { DELAY } from "./fit.ts";
import type { Advice, FileFacts, StatementMatching } from "./types.ts";

/** Below this share of account numbers the file is of something else. */
const FOUND_SHARE = 0.1;
/** So many numbers must lack the same digits before these are the broker's. */
const SHIFTED_MIN = 3;

/** A column must have so many numbers of claims that the file is not about. */
const ELSEWHERE_MIN = 5;

type Column = { name: string; index: number | null; has: (account: string) => boolean };
type Tally = { claims: number; found: number; byColumn: Map<Column, number> };
const emptyTally = (): Tally => ({ claims: 0, found: 0, byColumn: new Map() });

/** Judges the file as a whole: how many of the typed account numbers are in it. */
export function judgeFile({ index, all, period }: Clients, file: FileFacts) {
  const columns = otherColumns({ index, all }, file);
  const hasNumbers = all.some(({ accounts }) => accounts.length > 0);
  const hasAccounts = hasNumbers || all.some(({ userNames }) => userNames.length > 0);
  const shifted = new Map<string, number>();
  const [own, others] = [emptyTally(), emptyTally()];

  const isInPeriod = (at: number) =>
    period === null || (at >= period.from - DELAY && at <= period.to + DELAY);
  const findAddedDigits = () => {
    const [digits, count] = [...shifted].sort((a, b) => b[1] - a[1])[0] ?? [null, 0];
    return digits !== null && count >= SHIFTED_MIN && count >= (own.claims - own.found) / 2 ? digits : null;
  };

  /** Without a claim of its time, only a column that has the numbers says that another one was read. */
  const adviseOfOthers = () => {
    const advice = advise({ ...others, hasNumbers, hasAccounts });
    return advice.column && advice.column.found >= ELSEWHERE_MIN ? advice : null;
  };

  return {
    addClaim({ claim, at, accounts, strong }: HeldClaim): void {
      const isCounted = hasAccounts ? accounts.length > 0 : true;
      if (claim.status === "rejected" || !isCounted) return;
      const tally = isInPeriod(at) ? own : others;
      tally.claims += 1;
      const hits = [...strong.values()].flat();
      const byAccount = hits.filter(({ key, isKnown }) => key === "account" && !isKnown);
      const isFound = hasAccounts ? byAccount.some(({ added }) => added === undefined) : hits.length > 0;
      if (isFound) tally.found += 1;
      else if (tally === own)
        for (const added of new Set(byAccount.flatMap((hit) => hit.added ?? [])))
          shifted.set(added, (shifted.get(added) ?? 0) + 1);
      for (const column of columns)
        if (accounts.some(column.has)) tally.byColumn.set(column, (tally.byColumn.get(column) ?? 0) + 1);
    },
    findAddedDigits,
    finish(): Pick<StatementMatching, "coverage" | "advice" | "canRejectMissing"> {
      const added = findAddedDigits();
      const { claims } = own;
      const found = own.found + (added === null ? 0 : (shifted.get(added) ?? 0));
      const isOther = claims > 0 && found < claims * FOUND_SHARE;
      return {
        coverage: { claims, found },
        advice: isOther
          ? advise({ ...own, found, hasNumbers, hasAccounts })
          : claims > 0
            ? null
            : adviseOfOthers(),
        canRejectMissing: file.kind !== "registrations" && claims > 0 && !isOther,
      };
    },
  };
}

function otherColumns(
  { index, all }: Pick<Clients, "index" | "all">,
  { otherColumns: more = [] }: FileFacts,
): Column[] {
  const names = new Set(all.flatMap((client) => client.names.map(toAccountKey)));
  const phones = new Set(all.flatMap((client) => client.phones.map(({ digits }) => digits)));
  const known: [name: string, has: (account: string) => boolean][] = [
    ["clickId", (account) => index.clickId.has(account)],
    ["subId", (account) => index.subId.has(account)],
    ["name", (account) => names.has(account)],
    ["phone", (account) => phones.has(account)],
  ];
  return [
    ...known.map(([name, has]) => ({ name, index: null, has })),
    ...more.map(({ index: at, heading, values }) => {
      const keys = new Set([...values].map(toAccountKey));
      return { name: heading, index: at, has: (account: string) => keys.has(account) };
    }),
  ];
}

function advise({
  claims,
  found,
  byColumn,
  hasNumbers,
  hasAccounts,
}: Tally & { hasNumbers: boolean; hasAccounts: boolean }): Advice {
  const [best] = [...byColumn].sort((a, b) => b[1] - a[1]).map(([one, count]) => ({ ...one, found: count }));
  const column = best && best.found > found && best.found >= claims * FOUND_SHARE ? best : null;
  const numbers = hasAccounts ? "account number" : "claim";
  const many =
    claims === 1
      ? `Your ${numbers} is not`
      : found === 0
        ? `None of your ${claims} ${numbers}s is`
        : `Only ${found} of your ${claims} ${numbers}s ${found === 1 ? "is" : "are"}`;
  const why = column
    ? `: ${column.found} are in the column “${column.name}”. Choose it as the account.`
    : hasNumbers
      ? ": it may list client IDs, not trading accounts. Ask for the number that this file has in your form."
      : hasAccounts
        ? ": it lists user names. Ask for the user name in your form."
        : ". Ask for something in your form that this file has.";
  return {
    text: `${many} in this file${why}`,
    column: column && { name: column.name, index: column.index, found: column.found, role: "account" },
  };
}
