import Decimal from "decimal.js-light";
import { calculateCommission, tierFor } from "#app/lib/commission.ts";
import { contractOn, findTiers } from "#app/lib/contracts.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { calculateWorth } from "#app/services/worth/calculate-worth.ts";
import type { Worth, WorthClient, WorthEntry } from "#app/services/worth/worth.ts";
import { dayOf, firstDay, lastDay, monthOf, startOfDay } from "./back-office/calendar.ts";
import type { Owner, Payout } from "./back-office/types.ts";
import { createOwner, removeFifth } from "./broker-back-office.ts";
import type { Drill } from "./drill.ts";

const SEED = 20_261_130;
const OWNERS = 100;
/** What a month may differ by. */
const SHARE_OF_MONTH = 0.01;
const Exact = Decimal.clone({ precision: 60 });
const ZERO = new Exact(0);

/** What an owner is told, which may be less than all. */
export type Told = Omit<Owner, "payouts" | "name">;

const convertBy =
  ({ rates }: Told) =>
  (amount: string, from: string, to: string, day: string) =>
    new Exact(amount).mul(rates(day, from, to)).toFixed();

/** What the claims of an owner earn by tiers, as the product stores it when each is verified. */
function storeCommissions(told: Told): Map<string, WorthClient["commissions"][number][]> {
  const { contracts, clients, timeZone, rates } = told;
  const convert = convertBy(told);
  const totals = new Map<string, Decimal>();
  const claims = clients.flatMap((client) => client.claims.map((claim) => ({ client, claim })));
  claims.sort((one, other) => +one.claim.confirmedAt - +other.claim.confirmedAt);
  const commissions = claims.flatMap(({ client, claim }) => {
    const { amount, currency } = claim;
    const day = dayOf(+claim.confirmedAt, timeZone);
    const month = monthOf(day);
    const found = findTiers(contractOn(contracts, day), client.country);
    if (!found) return [];
    const toKey = (of: string) => `${month} ${of}`;
    totals.set(toKey(currency), (totals.get(toKey(currency)) ?? ZERO).plus(amount));
    const total = [...totals]
      .filter(([key]) => key.startsWith(month))
      .reduce((sum, [key, own]) => sum.plus(convert(own.toFixed(), key.slice(8), found.currency, day)), ZERO);
    const tier = tierFor(found.tiers, total.toFixed());
    const reversal = client.facts.find(({ kind }) => kind === "reversal");
    const isReversed = reversal?.amount === amount && reversal.currency === currency;
    const commission = {
      submissionId: claim.id,
      month,
      day,
      tierType: tier?.type ?? null,
      earned: tier && calculateCommission(tier, amount, rates(day, currency, found.currency)),
      currency: found.currency,
      chargedBackAt: isReversed ? reversal.at.from : null,
    };
    return [{ clientId: client.id, commission }];
  });
  const byClient = groupBy(commissions, ({ clientId }) => clientId);
  return new Map([...byClient].map(([id, own]) => [id, own.map(({ commission }) => commission)]));
}

/** What the product says that a broker pays, by what its owner was told. */
export function workOut(told: Told): Promise<Worth> {
  const commissions = storeCommissions(told);
  const { contracts, clients, months, timeZone } = told;
  const [since = "", last = ""] = [months[0], months.at(-1)];
  return calculateWorth({
    contracts,
    clients: clients.map(({ id, country, facts, claims }) => ({
      submissionId: id,
      country,
      confirmedOn:
        claims.map(({ confirmedAt }) => dayOf(+confirmedAt, timeZone)).sort()[0] ?? firstDay(since),
      chargedBackAt: null,
      commissions: commissions.get(id) ?? [],
      facts,
      paid: [],
    })),
    since,
    convert: convertBy(told),
    now: new Date(startOfDay(lastDay(last), timeZone)),
  });
}

type Row = Pick<Payout, "clientId" | "month" | "kind" | "currency">;
const toRow = ({ submissionId, month, kind, currency }: WorthEntry): Row => ({
  clientId: submissionId,
  month,
  kind,
  currency,
});
const toKey = ({ clientId, month, kind, currency }: Row) => [clientId, month, kind, currency].join(" ");
const sumOf = (amounts: readonly { amount: string }[] = []) =>
  amounts.reduce((sum, { amount }) => sum.plus(amount), ZERO);
const paysByFigures = ({ kind }: Row) => kind === "share_of_revenue" || kind === "per_lot";

/** The rows of a client, month and kind, as they are paid and as the product says. */
export type ComparedRow = Row & { paid: Decimal; expected: Decimal; entries: WorthEntry[] };

export function compareRows({ payouts, months }: Owner, { entries }: Worth): ComparedRow[] {
  const paid = groupBy(payouts, toKey);
  const known = entries.filter(({ month }) => months.includes(month));
  const expected = groupBy(known, (entry) => toKey(toRow(entry)));
  const rows = new Map([...payouts, ...known.map(toRow)].map((row) => [toKey(row), row]));
  return [...rows].map(([key, { clientId, month, kind, currency }]) => {
    const own = expected.get(key) ?? [];
    return {
      clientId,
      month,
      kind,
      currency,
      paid: sumOf(paid.get(key)),
      expected: sumOf(own),
      entries: own,
    };
  });
}

export const isWrong = ({ paid, expected }: ComparedRow): boolean => !paid.eq(expected);

/** The months in which the sums of a currency differ by more than a hundredth. */
export function findWrongMonths(rows: readonly ComparedRow[]): string[] {
  const months = groupBy(rows, ({ month, currency }) => `${month} ${currency}`);
  return [...months].flatMap(([month, own]) => {
    const paid = own.reduce((sum, row) => sum.plus(row.paid), ZERO);
    const expected = own.reduce((sum, row) => sum.plus(row.expected), ZERO);
    return expected.minus(paid).abs().gt(paid.abs().mul(SHARE_OF_MONTH)) ? [month] : [];
  });
}

type Missing = {
  /** Rows of which everything is known. */
  known: ComparedRow[];
  /** Rows that are paid and of which nothing is left, in months that do not name their client. */
  unnamed: ComparedRow[];
};

/** What the product says of an owner when a fifth of what the broker told is missing. */
export async function workOutWithoutFifth(
  owner: Owner,
  seed: number,
  by: "fact" | "month",
): Promise<Missing> {
  const { clients, touched } = removeFifth(owner, seed, by);
  const worth = await workOut({ ...owner, clients });
  const toId = (clientId: string | null, month: string) => `${clientId} ${month}`;
  const lacking = new Set(
    worth.months.flatMap((one) => one.lacking.map((clientId) => toId(clientId, one.month))),
  );
  const touchedMonths = new Set(touched.map(({ clientId, month }) => toId(clientId, month)));
  const touchedClients = new Set(touched.map(({ clientId }) => clientId));
  // Nobody can tell that a month which has figures lacks others: it makes its group and later losses uncertain.
  const halfKnown = touched.filter(({ clientId, month }) => !lacking.has(toId(clientId, month)));
  const firstHalfKnown = halfKnown.map(({ month }) => month).sort()[0];
  const isKnown = ({ clientId, month, kind, currency, entries }: ComparedRow) => {
    if (!paysByFigures({ clientId, month, kind, currency })) return !touchedClients.has(clientId ?? "");
    if (touchedMonths.has(toId(clientId, month))) return false;
    if (firstHalfKnown !== undefined && firstHalfKnown <= month) return false;
    return entries.every(({ isFinal }) => isFinal);
  };
  const rows = compareRows(owner, worth).filter(({ clientId }) => clientId !== null);
  return {
    known: rows.filter(isKnown),
    unnamed: rows.filter(
      (row) => paysByFigures(row) && row.entries.length === 0 && !lacking.has(toId(row.clientId, row.month)),
    ),
  };
}

/** Brokers of every kind of contract pay for 24 months; the product works out the same from what they tell. */
export const truePayouts: Drill = {
  name: "true payouts",
  async run({ isLong }) {
    const figures = { owners: 0, rows: 0, "rows with a fifth missing": 0 };
    const wrong = { months: 0, rows: 0, known: 0, unnamed: 0 };
    for (let seed = SEED; seed < SEED + (isLong ? 10 : 1); seed += 1)
      for (let index = 0; index < OWNERS; index += 1) {
        const owner = createOwner(seed, index);
        const rows = compareRows(owner, await workOut(owner));
        figures.owners += 1;
        figures.rows += rows.length;
        wrong.rows += rows.filter(isWrong).length;
        wrong.months += findWrongMonths(rows).length;
        for (const by of ["fact", "month"] as const) {
          const { known, unnamed } = await workOutWithoutFifth(owner, seed + index, by);
          figures["rows with a fifth missing"] += known.length;
          wrong.known += known.filter(isWrong).length;
          wrong.unnamed += unnamed.length;
        }
      }
    return {
      figures,
      goals: [
        { goal: `no month differs by more than 1% (${wrong.months})`, isMet: wrong.months === 0 },
        { goal: `every row is as it is paid (${wrong.rows} are not)`, isMet: wrong.rows === 0 },
        {
          goal: `so is each known row where a fifth is missing (${wrong.known} are not)`,
          isMet: wrong.known === 0,
        },
        {
          goal: `each month names the clients that it lacks (${wrong.unnamed} are not)`,
          isMet: wrong.unnamed === 0,
        },
      ],
    };
  },
};
