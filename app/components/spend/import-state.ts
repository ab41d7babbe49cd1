import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";

type Import = Pick<SpendImportResponse, "kind" | "status" | "error" | "rows" | "result" | "isSpread">;

/** How far a file is and what came of it, or that an amount is spread. */
export function describeImport({ kind, status, error, rows, result, isSpread }: Import): string {
  if (kind === "manual") return isSpread ? "Spread over its days" : "";
  if (status === "reading") return "Being read";
  if (status === "columns") return "Has a question for you";
  if (status === "failed") return error ?? "Could not be read";
  const leftOut = result?.leftOut.reduce((sum, { rows: count }) => sum + count, 0) ?? 0;
  const parts = [
    rows === 1 ? "1 row" : `${formatNumber(rows)} rows`,
    ...(result && result.replaced > 0
      ? [
          result.replaced === 1
            ? "1 earlier row replaced"
            : `${formatNumber(result.replaced)} earlier rows replaced`,
        ]
      : []),
    ...(leftOut > 0 ? [`${formatNumber(leftOut)} not counted`] : []),
    ...(result && result.unreadableCount > 0 ? [`${formatNumber(result.unreadableCount)} unreadable`] : []),
    ...(isSpread ? ["spread over its days"] : []),
  ];
  return parts.join(", ");
}
