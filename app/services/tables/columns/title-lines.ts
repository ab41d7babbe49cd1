import { readTimeZone } from "#app/lib/dates.ts";
import type { Row } from "../table.ts";
import { type DateOrder, parseDate } from "./dates.ts";

export type TitleFacts = {
  /** The days that the file says it covers, both included: "2026-11-01". */
  period: { from: string; to: string } | null;
  /** An IANA name, or an offset such as "+02:00". */
  timeZone: string | null;
  account: string | null;
};

/** A longer line is no title. */
const LINE_MAX = 500;

const DATES = /\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4}|\d{1,2} \p{L}+\.? \d{4}/gu;
const ACCOUNT =
  /(?:account|login|konto|cuenta|conta|compte|rachun\p{L}{0,6}|сч[её]т|حساب|账户|账号)[^\p{L}\d]{0,9}(?:(?:n[or°º]?\.?|number|nummer|numero)[^\p{L}\d]{0,9})?([A-Z]{0,4}-?\d[\d-]{3,39})/iu;
const OFFSET = /(?:UTC|GMT)\s*([+-]\d{1,2})(?::?(\d{2}))?|TimeZone=([+-]\d{2})(\d{2})/i;
const ZONE_NAME = /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_]+)?\b/;

const linesOf = (titles: readonly Row[]) =>
  titles
    .map(({ cells }) => cells.join(" "))
    .filter((line) => line.length <= LINE_MAX)
    .map((line) => line.replace(/\s+/g, " "));

/** The dates in the lines before the header, as they are written. */
export const listTitleDates = (titles: readonly Row[]): string[] =>
  linesOf(titles).flatMap((line) => line.match(DATES) ?? []);

/** Reads what the lines before the header say of the whole file. */
export function readTitleLines(titles: readonly Row[], order: DateOrder): TitleFacts {
  const lines = linesOf(titles);
  const days = listTitleDates(titles)
    .flatMap((text) => {
      const reading = parseDate(text, { order });
      return "date" in reading ? [reading.date.at.slice(0, 10)] : [];
    })
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  return {
    period: from && to && days.length > 1 ? { from, to } : null,
    timeZone: readZone(lines.join(" ")),
    account: lines.map((line) => ACCOUNT.exec(line)?.[1] ?? null).find((account) => account !== null) ?? null,
  };
}

/** The zone that a heading or title names: "(UTC)", "GMT+2", "Europe/Amsterdam". Null without one. */
export function readZone(text: string): string | null {
  const name = ZONE_NAME.exec(text)?.[0];
  const known = name ? readTimeZone(name) : null;
  if (known) return known;
  const [, hours, minutes, bareHours, bareMinutes] = OFFSET.exec(text) ?? [];
  const offset = hours ?? bareHours;
  if (offset) return `${offset[0]}${offset.slice(1).padStart(2, "0")}:${minutes ?? bareMinutes ?? "00"}`;
  return /\b(?:UTC|GMT)\b/.test(text) ? "UTC" : null;
}
