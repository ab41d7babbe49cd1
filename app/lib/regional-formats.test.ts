import { afterEach, expect, test } from "vitest";
import {
  dayName,
  exactDateTime,
  formatDateTime,
  monthAndYear,
  shortDate,
  weekdayAndDay,
} from "./format-date.ts";
import { displayMoney } from "./money.ts";
import { findFormats, formatNumber, setFormatsSource } from "./regional-formats.ts";

afterEach(() => setFormatsSource(() => undefined));

function showIn<T>(region: string | null, show: () => T): T {
  setFormatsSource(() => findFormats(region));
  return show();
}

test.each([
  ["US", "1,250", "12,500,000.5", "€1,250.50"],
  ["GB", "1,250", "12,500,000.5", "€1,250.50"],
  ["MX", "1,250", "12,500,000.5", "€1,250.50"],
  ["DE", "1.250", "12.500.000,5", "1.250,50\u00a0€"],
  ["ES", "1250", "12.500.000,5", "1250,50\u00a0€"],
  ["BR", "1.250", "12.500.000,5", "€1.250,50"],
  ["PL", "1250", "12\u00a0500\u00a0000,5", "1250,50\u00a0€"],
  ["IN", "1,250", "1,25,00,000.5", "€1,250.50"],
  ["AE", "1,250", "12,500,000.5", "€1,250.50"],
  ["CV", "1250", "12\u00a0500\u00a0000,5", "1250,50\u00a0€"],
  [null, "1,250", "12,500,000.5", "€1,250.50"],
])("numbers of %s have its marks and grouping", (region, small, large, money) => {
  const shown = showIn(region, () => [
    formatNumber(1250),
    formatNumber(12_500_000.5),
    displayMoney("1250.5", "EUR"),
  ]);
  expect(shown).toEqual([small, large, money]);
});

test("dates have the region's order, in English", () => {
  const timeZone = "Europe/Madrid";
  const now = "2026-11-20T15:00:00.000Z";
  const at = "2025-11-13T18:41:07.000Z";
  const show = () => [
    formatDateTime({ at, timeZone, now }),
    dayName({ at: "2026-11-13T18:41:00.000Z", timeZone, now }),
    weekdayAndDay({ at, timeZone }),
    shortDate("2026-09-04"),
    monthAndYear("2026-11"),
    exactDateTime({ at, timeZone }),
  ];
  expect(showIn("ES", show)).toEqual([
    "13 November 2025 at 19:41",
    "13 November",
    "Thursday, 13 November",
    "4 Sep 2026",
    "November 2026",
    "13 Nov 2025, 19:41:07",
  ]);
  expect(showIn("JP", show)).toEqual([
    "November 13, 2025 at 19:41",
    "November 13",
    "Thursday, November 13",
    "Sep 4, 2026",
    "November 2026",
    "Nov 13, 2025, 19:41:07",
  ]);
});

test("amounts keep their sign and the digits of their currency", () => {
  const show = () => [
    displayMoney("-1250.5", "EUR"),
    displayMoney("1250", "JPY"),
    displayMoney("12.5", "CHF"),
  ];
  expect(showIn("DE", show)).toEqual(["-1.250,50\u00a0€", "1.250\u00a0¥", "12,50\u00a0CHF"]);
  expect(showIn("US", show)).toEqual(["-€1,250.50", "¥1,250", "CHF\u00a012.50"]);
});
