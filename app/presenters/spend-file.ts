import { formatAmount } from "#app/lib/money.ts";
import { OTHER_PLATFORM, SPEND_PLATFORMS } from "#app/lib/spend-files.ts";
import type { SpendImport } from "#app/models/spend-import.server.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";

type Presented = Pick<
  SpendImportResponse,
  "sheets" | "sheet" | "columns" | "reading" | "questions" | "result"
>;

const present = ({ amount, currency }: { amount: string; currency: string }) => ({
  amount: formatAmount(amount, currency),
  currency,
});

/** The parts of a stored reading that are shown. */
type Stored = Omit<NonNullable<Presented["reading"]>, "decimalMark" | "adPlatform" | "adPlatformName"> & {
  adPlatform: string | null;
  mark: NonNullable<Presented["reading"]>["decimalMark"];
  columns: (Omit<Presented["columns"][number], "meaning"> & {
    meaning: Presented["columns"][number]["meaning"] | null;
  })[];
  questions: Presented["questions"];
};

/** One of the ad platforms that are known, or another one with its name. */
const presentPlatform = (adPlatform: string | null) => {
  const known = SPEND_PLATFORMS.find((one) => one === adPlatform);
  return adPlatform === null || known
    ? { adPlatform: known ?? null, adPlatformName: null }
    : ({ adPlatform: OTHER_PLATFORM, adPlatformName: adPlatform } as const);
};

/** How a file of spend is read, what it asks and what came of it. */
export function presentSpendFile(found: SpendImport): Presented {
  const sheets = JSON.parse(found.sheets ?? "[]") as string[];
  const reading = found.columns === null ? null : (JSON.parse(found.columns) as Stored);
  const result = found.result === null ? null : (JSON.parse(found.result) as Presented["result"]);
  const asked = reading?.questions ?? [{ id: "sheet", about: null, options: sheets, guess: null }];
  return {
    sheets,
    sheet: found.sheet,
    columns: (reading?.columns ?? []).map(({ index, heading, meaning, from, examples }) => ({
      index,
      heading,
      from,
      examples,
      meaning: meaning ?? "ignore",
    })),
    reading: reading && {
      dateOrder: reading.dateOrder,
      decimalMark: reading.mark,
      currency: reading.currency,
      ...presentPlatform(reading.adPlatform),
      period: reading.period,
      accountId: reading.accountId ?? null,
      campaigns: reading.campaigns ?? "some",
    },
    questions: found.state === "columns" ? (asked as Presented["questions"]) : [],
    result: result && {
      saved: result.saved,
      replaced: result.replaced,
      // Readings of an earlier version do not say them.
      replacedSums: (result.replacedSums ?? []).map(present),
      replacedFiles: result.replacedFiles ?? [],
      leftOut: (found.leftOut ?? []).map((one) => ({ ...one, sums: one.sums.map(present) })),
      others: {
        campaigns: result.others?.campaigns ?? [],
        sums: (result.others?.sums ?? []).map(present),
      },
      beside: result.beside,
      empty: result.empty,
      totals: result.totals,
      totalLines: result.totalLines ?? [],
      unreadable: result.unreadable.map(({ line, problem, amount = null, currency = null }) => ({
        line,
        problem,
        currency,
        amount: amount !== null && currency !== null ? formatAmount(amount, currency) : amount,
      })),
      unreadableCount: result.unreadableCount,
      unreadableSums: (result.unreadableSums ?? []).map(present),
      hasLostIds: result.hasLostIds,
      newAccounts: result.newAccounts,
    },
  };
}
