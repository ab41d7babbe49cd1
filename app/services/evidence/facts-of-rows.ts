import { DAY, HOUR, type Interval, isMoment } from "#app/lib/dates.ts";
import type { EvidenceKind } from "#app/lib/evidence.ts";
import { nameClient } from "#app/services/client-facts/name-client.ts";
import {
  type ListedFact,
  NO_FIGURES,
  statedMoney,
  toMoney,
  toTraded,
} from "#app/services/client-facts/read-facts.ts";
import { sumGrain } from "#app/services/statements/paid/describe-rows.ts";
import { toLastDay, toWrittenDay } from "#app/services/tables/columns/to-interval.ts";
import type { BrokerFacts } from "./match-rows.ts";

/** What a total of an API grew by, since when. */
export type Growth = { amount: string; since: Date };

type SaidRow = {
  receivedAt: Date;
  facts: BrokerFacts;
  /** Of its times. */
  timeZone?: string | null;
  /** Of a total. */
  growth?: Growth | null;
};

/** A total that grew over a longer time says of no month by how much. */
const GROWTH_MAX = 31 * DAY;

/** What a postback or an answer says of its client with a date. What may be an earlier row again says nothing. */
export function listFactsOfRow(row: SaidRow): ListedFact[] {
  const { facts, growth, receivedAt } = row;
  const client = nameClient(facts);
  if (client === null || facts.isPerhapsRepeated) return [];
  const place = { client, line: 0, submissionIds: [], coversFrom: null, coversTo: null };
  const { kind, at } = facts;
  const found: Pick<ListedFact, "kind" | "grain" | "at" | keyof Said>[] = [];
  if (growth && growth.since < receivedAt && +receivedAt - +growth.since <= GROWTH_MAX) {
    const money = toMoney("deposit", { amount: growth.amount, currency: facts.currency });
    const grown = { from: growth.since, to: receivedAt };
    if (money) found.push({ ...NO_FIGURES, ...money, grain: "growth", at: grown });
  }
  if (!at) return found.map((one) => ({ ...one, ...place, ...toDays(row, one.at) }));
  const money = MONEY[kind] && facts.span === null ? toMoney(MONEY[kind], statedMoney(facts)) : null;
  const grain = kind === "sum" ? sumGrain(at) : "transaction";
  if (money) found.push({ ...NO_FIGURES, ...money, grain, at });
  const traded = toTraded(facts);
  const nothing = { ...NO_FIGURES, amount: null };
  if (traded)
    found.push({
      ...traded,
      kind: "trading",
      amount: null,
      currency: facts.currency,
      grain: isStatedDay(row, at) ? sumGrain(at) : "transaction",
      at,
    });
  if (kind === "qualification") found.push({ ...nothing, kind, currency: null, grain: "transaction", at });
  return found.map((one) => ({ ...one, ...place, ...toDays(row, one.at) }));
}

type Said = Pick<ListedFact, "amount" | "currency" | "lots" | "trades" | "turnover" | "revenue">;

const MONEY: Partial<Record<EvidenceKind, "deposit" | "first_deposit" | "withdrawal" | "reversal">> = {
  deposit: "deposit",
  first_deposit: "first_deposit",
  sum: "deposit",
  withdrawal: "withdrawal",
  reversal: "reversal",
};

/** What a postback or an answer says that the broker pays; null for nothing. */
export function readPaid({ facts, ...row }: SaidRow) {
  const { kind, at, commission, commissionCurrency, currency } = facts;
  const client = nameClient(facts);
  if (kind !== "commission" || !at || client === null || facts.isPerhapsRepeated) return null;
  if (commission === null || Number(commission) === 0) return null;
  const { day } = toDays({ facts, ...row }, at);
  return { client, day, paid: commission, paidCurrency: commissionCurrency ?? currency };
}

/** A day or a month that the broker names, and no time within it. */
const isStatedDay = ({ receivedAt }: SaidRow, at: Interval): boolean =>
  +at.to !== +receivedAt && !isMoment(at) && +at.to - +at.from >= DAY - 2 * HOUR;

/** What has no time of its own is of the day on which it came. */
function toDays(row: SaidRow, at: Interval): Pick<ListedFact, "day" | "lastDay"> {
  const { receivedAt, timeZone = "UTC" } = row;
  if (+at.to === +receivedAt) return { day: receivedAt.toISOString().slice(0, 10), lastDay: null };
  const day = toWrittenDay(at, timeZone);
  if (!isStatedDay(row, at)) return { day, lastDay: null };
  const isMonth = sumGrain(at) === "monthSum";
  return { day, lastDay: isMonth ? toLastDay(at, timeZone) : day };
}
