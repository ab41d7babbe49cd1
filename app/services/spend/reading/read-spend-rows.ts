import Decimal from "decimal.js-light";
import { isCurrency } from "#app/lib/money.ts";
import { countDays, type Days, plusDays } from "#app/lib/periods.ts";
import {
  AD_LEVELS,
  type AdLevel,
  type AdName,
  SPEND_PERIOD_MAX_DAYS,
  type Spend,
  toNameKey,
} from "#app/lib/spend.ts";
import { type SpendMeaning, toPlatformName } from "#app/lib/spend-files.ts";
import { Day } from "#app/schemas/shared/day.ts";
import { parseDate } from "#app/services/tables/columns/dates.ts";
import { parseNumber, readAmountCurrency, readCurrency } from "#app/services/tables/columns/numbers.ts";
import type { Cell, Row } from "#app/services/tables/table.ts";
import { isAllDays, isMissing, isTotalLabel, readAdPlatform } from "./meanings.ts";
import type { SpendColumns } from "./recognize-spend.ts";
import { toDays } from "./to-days.ts";

/** What a row says of its days. */
export type SpendLine = {
  spend: Omit<Spend, "day" | "toDay">;
  /** Null for a row without a day in a file of days. */
  period: Days | null;
  hasOwnDay: boolean;
  /** Whether the row names the first day of its period. */
  hasOwnPeriod: boolean;
  hasLostId: boolean;
  /** Whether it begins as a total and has a day and impressions, as a campaign of that name has. */
  isLabelled: boolean;
};
/** A row that sums up others. */
export type TotalLine = { name: string | null; amount: string | null; currency: string | null };

/** A row that cannot be read, with its amount where that can. */
export type UnreadRow = { problem: string; amount: string | null; currency: string | null };

export type ReadSpend = SpendLine | { total: TotalLine } | { skipped: "empty" } | UnreadRow;

/** The digits of the columns of amounts. */
const DIGITS = 4;
const AMOUNT_MAX = 1e12;
/** The most that a column of counts has room for. */
const COUNT_MAX = 2 ** 31 - 1;

/**
 * Reads rows with the columns of their file.
 * @param lastDay a row whose days begin later does not count
 */
export function createSpendReader(file: SpendColumns, lastDay: string): (row: Row) => ReadSpend {
  const { columns, mark, dateOrder } = file;
  const indexes = new Map(
    columns.flatMap(({ meaning, index }) => (meaning ? [[meaning, index] as const] : [])),
  );
  const nameColumns = AD_LEVELS.flatMap((level) => [level, `${level}Id`] as const);
  const hasNames = nameColumns.some((meaning) => indexes.has(meaning));

  return ({ cells }) => {
    const cellOf = (meaning: SpendMeaning): Cell | null => {
      const cell = cells[indexes.get(meaning) ?? -1] ?? "";
      return isMissing(cell) ? null : cell;
    };
    const dayOf = (meaning: SpendMeaning) => {
      const cell = cellOf(meaning);
      const reading = cell === null ? null : parseDate(cell, { order: dateOrder });
      return reading && "date" in reading ? reading.date : null;
    };
    const names = { campaign: toName("campaign"), adSet: toName("adSet"), ad: toName("ad") };
    function toName(level: AdLevel): AdName | null {
      const [name, objectId] = [cellOf(level), idOf(level)];
      if (name === null && objectId === null) return null;
      return { name: name === null ? null : String(name).trim(), objectId };
    }
    function idOf(level: AdLevel): string | null {
      const id = cellOf(`${level}Id`);
      return id === null ? null : readId(id);
    }
    const lost = AD_LEVELS.filter((level) => cellOf(`${level}Id`) !== null && idOf(level) === null);
    const first = cells.find((cell) => cell !== "");
    const hasOwnDay = dayOf("day") !== null || dayOf("week") !== null;
    const hasId = AD_LEVELS.some((level) => cellOf(`${level}Id`) !== null);
    const isNamed = names.campaign !== null && !isTotalLabel(names.campaign.name);
    const isLabelled = !hasId && !isNamed && isTotalLabel(first);
    const isNameless = hasNames && nameColumns.every((meaning) => cellOf(meaning) === null);
    const mayBeCampaign = hasOwnDay && cellOf("impressions") !== null;
    // Meta's row of totals has no name, and with a breakdown by day no day.
    if ((isLabelled && !mayBeCampaign) || (isNameless && !hasOwnDay))
      return { total: toTotal(isLabelled ? clip(first ?? "") : null) };

    const cell = cellOf("amount");
    if (cell === null) return { skipped: "empty" };
    const amount = parseNumber(cell, mark);
    if (amount === null || Math.abs(Number(amount)) >= AMOUNT_MAX)
      return { amount: null, currency: null, problem: `"${clip(cell)}" is no amount.` };
    const stated = cellOf("currency");
    const currency = currencyOf(cell);
    if (currency === null)
      return {
        amount,
        currency,
        problem: stated === null ? "This row has no currency." : `"${clip(stated)}" is no currency.`,
      };
    const platformCell = cellOf("adPlatform");
    const adPlatform =
      platformCell === null
        ? file.adPlatform
        : (readAdPlatform(String(platformCell)) ?? file.adPlatform ?? toPlatformName(String(platformCell)));
    const money = { amount, currency };
    if (adPlatform === null)
      return {
        ...money,
        problem:
          platformCell === null
            ? "This row names no ad platform."
            : `"${clip(platformCell)}" is no name of at most 20 Latin letters.`,
      };
    const period = toPeriod();
    if (period && "problem" in period) return { ...period, ...money };
    if (period && [period.from, period.to].some((day) => !Day.safeParse(day).success))
      return { ...money, problem: `"${period.from}" is no day between 2000 and 2099.` };
    if (period && period.from > lastDay)
      return { ...money, problem: `"${period.from}" is later than tomorrow.` };
    const [impressions, clicks] = [readCount(cellOf("impressions")), readCount(cellOf("clicks"))];
    const conversions = readFigure(cellOf("conversions"));
    if ([impressions, clicks].some((count) => Math.abs(count ?? 0) > COUNT_MAX))
      return { ...money, problem: "This row has too many impressions or clicks." };
    if (Math.abs(Number(conversions ?? 0)) >= AMOUNT_MAX)
      return { ...money, problem: "This row has too many conversions." };
    const account = cellOf("accountId") ?? file.accountId;
    return {
      spend: {
        adPlatform,
        accountId: account === null ? "" : toAccount(account),
        source: null,
        currency,
        ...names,
        amount: new Decimal(amount).toDecimalPlaces(DIGITS).toFixed(),
        impressions,
        clicks,
        conversions,
        ...(lost.some((level) => names[level] === null) ? { hasUnknownAd: true } : {}),
      },
      period,
      hasOwnDay,
      hasOwnPeriod: dayOf("from") !== null,
      isLabelled,
      hasLostId: lost.length > 0,
    };

    function currencyOf(amount: Cell): string | null {
      const stated = cellOf("currency");
      return stated === null
        ? (readAmountCurrency(amount) ?? file.currency)
        : readStated(String(stated), file.currency);
    }
    function toTotal(name: string | null): TotalLine {
      const cell = cellOf("amount");
      const amount = cell === null ? null : parseNumber(cell, mark);
      return { name, amount, currency: cell === null ? null : currencyOf(cell) };
    }
    function toPeriod(): Days | { problem: string } | null {
      const day = dayOf("day");
      if (day) {
        const from = day.at.slice(0, 10);
        return { from, to: day.precision === "month" ? lastOfMonth(from) : from };
      }
      const week = dayOf("week")?.at.slice(0, 10);
      if (week) return { from: week, to: plusDays(week, 6) };
      const unreadable = (["day", "week"] as const)
        .map(cellOf)
        .find((one) => one !== null && !isAllDays(one));
      if (unreadable !== undefined && unreadable !== null)
        return { problem: `"${clip(unreadable)}" is no day.` };
      const [from, to] = [dayOf("from"), dayOf("to")];
      if (from && to && from.at.slice(0, 10) > to.at.slice(0, 10))
        return { problem: "The period ends before it begins." };
      const period = from ? toDays(from, to ?? from) : file.period;
      if (period === null) return null;
      if (countDays(period) > SPEND_PERIOD_MAX_DAYS)
        return { problem: `The period has more than ${SPEND_PERIOD_MAX_DAYS} days.` };
      return period;
    }
    function readFigure(figure: Cell | null): string | null {
      const number = figure === null ? null : parseNumber(figure, mark);
      return number === null ? null : new Decimal(number).toDecimalPlaces(DIGITS).toFixed();
    }
    function readCount(figure: Cell | null): number | null {
      // "1.204" views are never a view and a fifth.
      const isGrouped = typeof figure === "string" && /^\d{1,3}(?:[.,]\d{3})+$/.test(figure.trim());
      const text = isGrouped ? figure.replace(/\D/g, "") : readFigure(figure);
      return text === null ? null : Math.round(Number(text));
    }
  };
}

const readStated = (text: string, known: string | null): string | null => {
  const code = text.trim().toUpperCase();
  return isCurrency(code) ? code : (readCurrency(text) ?? (/\p{L}/u.test(text) ? null : known));
};

/** An id as its ad platform has it; null for one that a spreadsheet has rounded: "1.2E+17". */
function readId(cell: Cell): string | null {
  if (typeof cell === "number") return Number.isSafeInteger(cell) ? String(cell) : null;
  const id = cell.replace(/^(?:="?|'|(?:cg|c|as|a|x):)|"$/g, "").trim();
  return /^[\w.:-]{1,64}$/.test(id) && !/^\d[.,]?\d*e\+?\d+$/i.test(id) ? id : null;
}

/** An account that is named and has no id goes by its name. */
const toAccount = (cell: Cell): string =>
  readId(cell) ?? encodeURIComponent(toNameKey(String(cell))).slice(0, 64);

const lastOfMonth = (day: string): string => {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

const clip = (cell: Cell): string => {
  const text = String(cell);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};
