import type { PaidGrain } from "#app/lib/statements.ts";

type StoredRow = {
  clientHash: string;
  day: string;
  amount: string | null;
  currency: string | null;
  grain: PaidGrain;
  fileName: string;
  statementId: string | null;
  uploadedAt: Date;
  line: number;
};

/**
 * Leaves out what several files of a broker say of the same rows: of rows that are alike the later file's count,
 * and where files add up differently, as transactions and sums do, a client's month is the latest file's.
 */
export function countOnce<Row extends StoredRow>(rows: readonly Row[]): Row[] {
  const newestFirst = rows.toSorted(
    (a, b) => +b.uploadedAt - +a.uploadedAt || (a.fileName < b.fileName ? -1 : 1) || a.line - b.line,
  );
  const grains = new Map<string, PaidGrain>();
  const counted = new Map<string, Row>();
  const times = new Map<string, number>();
  for (const row of newestFirst) {
    const month = `${row.clientHash} ${row.day.slice(0, 7)}`;
    const grain = grains.get(month) ?? row.grain;
    grains.set(month, grain);
    if (grain !== row.grain) continue;
    const content = [row.clientHash, row.day, Number(row.amount), row.currency].join(" ");
    const file = `${+row.uploadedAt} ${row.fileName} ${content}`;
    const nth = (times.get(file) ?? 0) + 1;
    times.set(file, nth);
    const key = `${content} ${nth}`;
    if (!counted.has(key)) counted.set(key, row);
  }
  return [...counted.values()].sort(
    (a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0) || a.line - b.line,
  );
}
