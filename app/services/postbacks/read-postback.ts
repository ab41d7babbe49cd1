import Decimal from "decimal.js-light";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { DAY, isMoment } from "#app/lib/dates.ts";
import { type EvidenceKind, FIGURE_LIMITS } from "#app/lib/evidence.ts";
import { currencyDigits } from "#app/lib/money.ts";
import type { PostbackField, PostbackMeaning, PostbackOutcome } from "#app/lib/postbacks.ts";
import { COLUMN_MEANINGS, type ColumnMeaning } from "#app/lib/statements.ts";
import { isOver } from "#app/services/client-facts/read-facts.ts";
import { listKeysOfRow } from "#app/services/evidence/match-keys.ts";
import type { BrokerFacts } from "#app/services/evidence/match-rows.ts";
import { createRowReader } from "#app/services/statements/columns/read-rows.ts";
import type { DateOrder } from "#app/services/tables/columns/dates.ts";
import { type DecimalMark, judgeNumbers, parseNumber } from "#app/services/tables/columns/numbers.ts";
import type { Cell } from "#app/services/tables/table.ts";
import { isMoney, readPostbackKind, textMeaning } from "./postback-kinds.ts";
import type { Parameter } from "./read-call.ts";

/** How the calls of a broker are read. */
export type PostbackReading = {
  fields: readonly PostbackField[];
  amountIn: "units" | "cents";
  currency: string | null;
  timeZone: string | null;
  dateOrder: DateOrder;
  /** The owner's words, in plain form. */
  kinds: ReadonlyMap<string, EvidenceKind>;
};

/** What a call says, or why it says nothing that can be matched. */
export type ReadPostback =
  | {
      facts: BrokerFacts;
      transactionId: string | null;
      /** How exactly the network says when it was. */
      time: "exact" | "day" | null;
    }
  | { outcome: Exclude<PostbackOutcome, "row" | "repeated">; problem: string };

type Context = {
  receivedAt: Date;
  /** Whether a value in the form of our click ids is one that we issued in the workspace. */
  isIssued: (clickId: string) => boolean;
};

const FIGURES = ["amount", "gross", "fee", "amountConverted", "commission"] as const;
const OTHER_FIGURES = ["lots", "trades", "turnover", "revenue"] as const;
/** Kinds of row and click ids have rules of their own here. */
const OF_ROWS = COLUMN_MEANINGS.filter(
  (meaning) => !["kind", "status", "brand", "clickId", "registeredAt"].includes(meaning),
);
/** What tells clients apart, without what has a form of its own. */
const NAMES: readonly ColumnMeaning[] = ["account", "userName", "submissionId"];
const JSON_FIGURE_MAX = 15;

/** Reads what a call says of one client. */
export function readPostback(
  parameters: ReadonlyMap<string, Parameter>,
  reading: PostbackReading,
  { receivedAt, isIssued }: Context,
): ReadPostback {
  const { fields } = reading;
  if (fields.every(({ meaning }) => meaning === "ignore"))
    return { outcome: "unmapped", problem: "What its parameters mean is not said yet." };
  const all = (meaning: PostbackMeaning): Parameter[] =>
    fields.flatMap((field) =>
      field.meaning === meaning ? (parameters.get(field.name.toLowerCase()) ?? []) : [],
    );
  const text = (meaning: PostbackMeaning) => textMeaning(parameters, fields, meaning);
  const kind = readPostbackKind(text("kind"), text("status"), reading.kinds);
  if (typeof kind !== "string")
    return "unknown" in kind
      ? { outcome: "unmapped", problem: kind.unknown }
      : { outcome: "nothing", problem: kind.waits };
  const cell = (meaning: PostbackMeaning): Cell => {
    const [given] = all(meaning);
    // A longer figure would lose digits as a number.
    return given?.isFigure && given.value.length <= JSON_FIGURE_MAX
      ? Number(given.value)
      : (given?.value.trim() ?? "");
  };
  const figures = [...FIGURES, ...OTHER_FIGURES].map(cell);
  const mark = findMark(figures);
  if (!mark)
    return { outcome: "unreadable", problem: "Whether a figure has thousands or decimals is not clear." };
  const timed: Partial<Record<ColumnMeaning, PostbackMeaning>> = {
    ...(kind === "registration" && text("registeredAt") ? { datetime: "registeredAt" } : {}),
    ...(kind === "qualification" && text("qualifiedAt") ? { datetime: "qualifiedAt" } : {}),
  };
  // Each name must stand as it was sent: an account number of JSON is a figure too.
  const isNamed = (meaning: ColumnMeaning) => !(FIGURES as readonly string[]).includes(meaning);
  const sourceOf = (meaning: ColumnMeaning): PostbackMeaning => timed[meaning] ?? meaning;
  const used = OF_ROWS.filter((meaning) => fields.some((field) => field.meaning === sourceOf(meaning)));
  const cells = used.map((meaning) => {
    const of = sourceOf(meaning);
    if (!isNamed(meaning)) return cell(of);
    const named = all(of)[0]?.value.trim() ?? "";
    return NAMES.includes(meaning) && isPlaceholder(named) ? "" : named;
  });
  const read = createRowReader({
    columns: used.map((meaning, index) => ({
      meaning,
      index,
      heading: "",
      from: null,
      hint: null,
      examples: [],
    })),
    mark,
    dateOrder: reading.dateOrder,
    timeZone: reading.timeZone,
    currency: reading.currency,
    kind: "transactions",
  })({ line: 1, cells });
  if ("problem" in read) return { outcome: "unreadable", problem: read.problem.slice(0, 300) };
  const { line: _, told: _1, kind: _2, traded: _3, ...row } = read.row;
  const [lots, trades, turnover, revenue] = OTHER_FIGURES.map((meaning) => parseNumber(cell(meaning), mark));
  if (OTHER_FIGURES.some((meaning) => cell(meaning) !== "" && parseNumber(cell(meaning), mark) === null))
    return {
      outcome: "unreadable",
      problem: "A value for lots, trades, turnover or revenue is not a number.",
    };
  if (row.at && +row.at.from > +receivedAt + DAY)
    return { outcome: "unreadable", problem: "Its time is in the future: check the order of day and month." };
  const scale = (amount: string | null | undefined, currency: string | null): string | null =>
    amount && reading.amountIn === "cents"
      ? new Decimal(amount).div(new Decimal(10).pow(currency ? currencyDigits(currency) : 2)).toFixed()
      : (amount ?? null);
  const money = {
    amount: scale(row.amount, row.currency),
    net: scale(row.net, row.currency),
    fee: scale(row.fee, row.currency),
    convertedAmount: scale(row.convertedAmount, row.convertedCurrency),
    commission: scale(row.commission, row.commissionCurrency),
    turnover: scale(turnover, row.currency),
    revenue: scale(revenue, row.currency),
  };
  const { turnover: volume, ...figured } = money;
  // Evidence that cannot be stored would keep all that the broker says waiting.
  if (
    [...Object.values(figured), lots].some((figure) => isOver(figure, FIGURE_LIMITS.money)) ||
    isOver(volume, FIGURE_LIMITS.turnover) ||
    isOver(trades, FIGURE_LIMITS.trades)
  )
    return { outcome: "unreadable", problem: "A figure is larger than any amount is." };
  const paid = money.amount ?? money.convertedAmount;
  if (isMoney(kind) && paid !== null && new Decimal(paid).lte(0))
    return { outcome: "nothing", problem: "It says a deposit of nothing, or less." };
  // A deposit without an amount only says that the client is there.
  const said = isMoney(kind) && paid === null ? "registration" : kind;
  const total = said === "sum" && row.at === null;
  const facts: BrokerFacts = {
    ...row,
    ...money,
    ...(said === "commission"
      ? { amount: null, net: null, commission: money.commission ?? money.amount }
      : {}),
    ...readClicks(all("clickId"), [...parameters.values()], isIssued),
    kind: said,
    at: total ? null : (row.at ?? { from: new Date(+receivedAt - DAY), to: receivedAt }),
    span: total ? "lifetime" : null,
    firstAt: null,
    lots: lots ?? null,
    trades: trades ? Math.round(Number(trades)) : null,
  };
  if (listKeysOfRow(facts).length === 0)
    return {
      outcome: "nothing",
      problem: "It names no client: no account number, email, phone or click id.",
    };
  return {
    facts,
    transactionId: present(text("transactionId")),
    time: row.at && (isMoment(row.at) ? "exact" : "day"),
  };
}

/**
 * What stands in place of what is not there: 0, a UUID of zeros, "-", "n/a". It would name all clients at
 * once.
 */
const isPlaceholder = (text: string): boolean =>
  !/[\p{L}1-9]/u.test(text) || /^(?:n\/?a|none|false|unknown)$/i.test(text);

const present = (text: string | null): string | null => (text === null || isPlaceholder(text) ? null : text);

/** The decimal mark of all figures of a call; null where they don't tell and it matters. */
function findMark(figures: readonly Cell[]): DecimalMark | null {
  const texts = figures.filter((figure) => typeof figure === "string" && figure !== "");
  const { mark } = judgeNumbers(texts);
  if (mark) return mark;
  return texts.every((text) => parseNumber(text, ".") === parseNumber(text, ",")) ? "." : null;
}

/** A value in the form of our click ids counts in any parameter, and is nobody's if we did not issue it. */
function readClicks(
  given: readonly Parameter[],
  others: readonly Parameter[],
  isIssued: (clickId: string) => boolean,
): Pick<BrokerFacts, "clickId" | "subIds"> {
  const values = given.flatMap(({ value }) => {
    const id = toLinkClickId(value);
    if (id === null) return present(value.trim()) ?? [];
    return isIssued(id) ? [id] : [];
  });
  const issued = others.flatMap(({ value }) => {
    const id = toLinkClickId(value);
    return id !== null && isIssued(id) ? [id] : [];
  });
  const [clickId = null, ...subIds] = [...new Set([...issued, ...values])];
  return { clickId, subIds };
}
