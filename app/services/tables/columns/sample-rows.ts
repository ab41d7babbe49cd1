import type { Row } from "../table.ts";

/** The header and its first rows are always in a sample. */
const FIRST = 300;
const SPREAD = 700;

/** Collects rows from all of a table, so that a column is judged as a whole and not by its first days. */
export function createSample(): { add(row: Row): void; rows(): Row[] } {
  const first: Row[] = [];
  let spread: Row[] = [];
  let [seen, step] = [0, 1];
  return {
    add(row) {
      if (first.length < FIRST) {
        first.push(row);
        return;
      }
      seen += 1;
      if (seen % step !== 0) return;
      spread.push(row);
      if (spread.length < SPREAD) return;
      spread = spread.filter((_, index) => index % 2 === 1);
      step *= 2;
    },
    rows: () => [...first, ...spread],
  };
}
