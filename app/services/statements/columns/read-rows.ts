import { LINK_CLICK_ID_LENGTH, toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { coinCurrency } from "#app/lib/currency-signs.ts";
import type { Interval } from "#app/lib/dates.ts";
import { isCurrency } from "#app/lib/money.ts";
import { parsePhone } from "#app/lib/read-phone.ts";
import type { ColumnMeaning, RowKind } from "#app/lib/statements.ts";
import { readCountry } from "#app/services/tables/columns/countries.ts";
import { type DateReading, parseDate } from "#app/services/tables/columns/dates.ts";
import { parseNumber, readAmountCurrency, readCurrency } from "#app/services/tables/columns/numbers.ts";
import { toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";
import { toInterval } from "#app/services/tables/columns/to-interval.ts";
import { CELL_LIMITS, type Row } from "#app/services/tables/table.ts";
import type { StatementRow } from "../matching/types.ts";
import type { FileColumns } from "./file-columns.ts";
import { isAction, readKind, readState } from "./kinds.ts";
import { CLICK_PARTS } from "./meanings.ts";

/** A row that matching can use, or why it can't be read. */
export type ReadRow = { row: StatementRow } | { line: number; problem: string };

type Options = Pick<FileColumns, "columns" | "mark" | "dateOrder" | "timeZone" | "currency" | "kind"> & {
  /** The owner's words for kinds of row, in plain form. */
  kinds?: Readonly<Record<string, RowKind>>;
};

/** Files have few words for their rows, and these are read once. */
const KNOWN_MAX = 1_000;

/** Reads rows with the columns of their file. */
export function createRowReader(options: Options): (row: Row) => ReadRow {
  const { columns, mark, dateOrder, timeZone, kinds } = options;
  const indexes = new Map(
    columns.flatMap(({ meaning, index }) => (meaning ? [[meaning, index] as const] : [])),
  );
  const hintOf = (meaning: ColumnMeaning) =>
    columns.find((column) => column.meaning === meaning)?.hint?.toUpperCase() ?? "";
  const currencyOf = (meaning: ColumnMeaning) =>
    isCurrency(hintOf(meaning)) ? hintOf(meaning) : coinCurrency(hintOf(meaning));

  const coinOfHeading = coinCurrency(hintOf("amount")) ?? coinCurrency(hintOf("gross"));
  const hasAmount = indexes.has("amount") || indexes.has("gross");
  const knownKinds = new Map<string, RowKind | null>();
  const kindOfRow = (word: string | null, status: string | null): RowKind | null => {
    const key = `${word ?? ""}\n${status ?? ""}`;
    const known = knownKinds.get(key);
    if (known !== undefined) return known;
    const kind = kindOf(word, status, options.kind, kinds);
    if (knownKinds.size < KNOWN_MAX) knownKinds.set(key, kind);
    return kind;
  };

  return ({ line, cells }) => {
    const raw = (meaning: ColumnMeaning) => cells[indexes.get(meaning) ?? -1] ?? "";
    const text = (meaning: ColumnMeaning) => String(raw(meaning)).trim() || null;
    /** What may name a client; a longer text names nobody. */
    const name = (meaning: ColumnMeaning) => {
      const given = text(meaning);
      return given !== null && given.length > CELL_LIMITS.text ? null : given;
    };
    const problems: string[] = [];
    const number = (meaning: ColumnMeaning): string | null => {
      const cell = raw(meaning);
      if (cell === "") return null;
      const value = parseNumber(cell, mark);
      if (value === null) problems.push(`"${clip(String(cell))}" is no amount`);
      return value;
    };
    const at = (): Interval | null => {
      const isOfClient = options.kind === "registrations" && indexes.has("registeredAt");
      const moment = isOfClient ? raw("registeredAt") : raw("datetime");
      const day = moment === "" ? raw("date") : moment;
      if (day === "") return null;
      const time = moment === "" ? text("time") : null;
      const isUnix = /^\d{10}(\.\d+|\d{3})?$/.test(String(day));
      const reading: DateReading = parseDate(time ? `${day} ${time}` : day, { order: dateOrder, isUnix });
      if ("date" in reading) return toInterval(reading.date, timeZone);
      // A placeholder such as 00.00.0000 is no date, and no fault.
      if (reading.problem === "unreadable") problems.push(`"${clip(String(day))}" is no date`);
      return null;
    };
    const currencyOfRow = () => {
      const stated = text("currency");
      const known =
        readCurrency(stated ?? "") ?? readAmountCurrency(raw("gross")) ?? readAmountCurrency(raw("amount"));
      if (known) return { currency: known };
      const coin = coinCurrency(stated?.toUpperCase() ?? "") ?? (stated ? null : coinOfHeading);
      if (coin) return { currency: null, coin };
      // "$" is one of several, which the file or its owner names.
      if (stated && /\p{L}/u.test(stated)) return { currency: null, unknown: stated };
      const ofHeading = [hintOf("amount"), hintOf("gross")].find(isCurrency);
      return { currency: ofHeading ?? options.currency };
    };
    // A text in the place of a figure says nothing of it.
    const readTraded = (): Pick<StatementRow, "traded"> => {
      if (!TRADED.some((meaning) => indexes.has(meaning))) return {};
      const figure = (meaning: ColumnMeaning) => parseNumber(raw(meaning), mark);
      const reading = parseDate(raw("qualifiedAt"), { order: dateOrder });
      return {
        traded: {
          lots: figure("lots"),
          trades: toCount(figure("trades")),
          turnover: figure("turnover"),
          revenue: figure("revenue"),
          qualifiedAt: "date" in reading ? toInterval(reading.date, timeZone) : null,
        },
      };
    };
    const country = name("country");
    const phone = name("phone");
    const email = name("email")?.toLowerCase() ?? null;
    const { currency, coin, unknown } = currencyOfRow();
    const paid = number("gross") ?? number("amount");
    // A coin such as USDT is not a currency: the visitor may have paid another amount.
    const amount = coin || unknown ? null : paid;
    const convertedAmount = number("amountConverted") ?? (coin ? paid : null);
    if (unknown && paid !== null && convertedAmount === null)
      problems.push(`"${clip(unknown)}" is no currency`);
    // A client without an amount has made no deposit yet.
    const isPaid = amount !== null || convertedAmount !== null;
    const kind = kindOfRow(text("kind"), text("status"));
    const row: StatementRow = {
      line,
      kind: isPaid || kind === "reversal" ? kind : "registration",
      account: name("account"),
      submissionId: name("submissionId")?.toLowerCase() ?? null,
      ...readClickIds(name("clickId")),
      ...findLinkClickIds(cells),
      email,
      emailMasked: name("emailMasked")?.toLowerCase() ?? null,
      emailSha256: name("emailSha256")?.toLowerCase() ?? null,
      emailMd5: name("emailMd5")?.toLowerCase() ?? null,
      phone: phone && (toE164(phone, country) ?? phone),
      phoneEnding: name("phoneEnding")?.replace(/\D/g, "") || null,
      name: name("name"),
      userName: name("userName"),
      country: country && readCountry(country),
      amount,
      net: indexes.has("gross") ? number("amount") : null,
      fee: number("fee"),
      currency,
      convertedAmount,
      convertedCurrency: currencyOf("amountConverted") ?? coin ?? (hasAmount ? null : currency),
      // A text in its place, such as "n/a", is no reason to leave out the row.
      commission: parseNumber(raw("commission"), mark),
      commissionCurrency: currencyOf("commission") ?? currency,
      at: at(),
      count: toCount(number("count")),
      ...readTraded(),
    };
    if (problems.length > 0) return { line, problem: `${problems.join(". ")}.` };
    return { row };
  };
}

const TRADED = ["lots", "trades", "turnover", "revenue", "qualifiedAt"] as const satisfies ColumnMeaning[];

/** What a row says by its word, its status and the kind of its file. */
function kindOf(
  word: string | null,
  status: string | null,
  fileKind: FileColumns["kind"],
  kinds: Options["kinds"],
): RowKind | null {
  if (fileKind === "registrations") return "registration";
  const kind = word === null ? null : (readKind(word, kinds) ?? "other");
  const isOwnWord = word !== null && kinds?.[toPlainWords(word)] !== undefined;
  const ofWord = isOwnWord ? null : readState(word ?? "");
  // An unknown status proves nothing until its owner says what it means.
  const ofStatus = status === null ? (ofWord ?? "done") : (readState(status, kinds) ?? "pending");
  // A "Cancelled deposit" is no deposit, even if its status is "Completed".
  const state = ofStatus === "done" && (ofWord === "declined" || ofWord === "reversed") ? ofWord : ofStatus;
  if (state === "reversed") return kind === null || isAction(kind) ? "reversal" : kind;
  return state === "done" || kind === "reversal" ? kind : state;
}

/** Our click ids come back in a column of any name, and perhaps with the others of its client. */
function findLinkClickIds(cells: Row["cells"]): Pick<StatementRow, "linkClickIds"> {
  let found: string[] | undefined;
  for (const cell of cells) {
    if (typeof cell !== "string" || cell.length < LINK_CLICK_ID_LENGTH) continue;
    const texts = cell.includes("|") && cell.length <= CELL_LIMITS.text ? splitParts(cell) : [cell];
    for (const text of texts) {
      const id = toLinkClickId(text);
      if (id !== null && !found?.includes(id)) found = [...(found ?? []), id];
    }
  }
  return found ? { linkClickIds: found } : {};
}

const splitParts = (text: string): string[] =>
  text.split("|").flatMap((part) => /^\w+\s*[:=]\s*(\S.*)$/.exec(part.trim())?.[1] ?? []);

/** One click id, or several with their names: "|afp1:abc|afp2:def|". */
function readClickIds(text: string | null): Pick<StatementRow, "clickId" | "subIds"> {
  if (text === null || !CLICK_PARTS.test(text)) return { clickId: text, subIds: [] };
  const [clickId = null, ...subIds] = splitParts(text);
  return { clickId, subIds };
}

const toE164 = (text: string, country: string | null): string | null =>
  (parsePhone(text, country ?? undefined) ?? parsePhone(`+${text.replace(/\D/g, "")}`))?.e164 ?? null;

const toCount = (number: string | null): number | null =>
  number === null ? null : Math.round(Number(number));

const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
