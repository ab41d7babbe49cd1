import type { RowTally } from "#app/lib/statements.ts";
import { toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";
import type { Row } from "#app/services/tables/table.ts";
import { isSameBrand } from "./brands.ts";
import type { FileColumns } from "./file-columns.ts";
import { readKind, readState } from "./kinds.ts";

const WORDS_MAX = 50;

/** Counts the rows of other brands, which nobody reads, and the unknown words for kinds of row. */
export function createRowTally({ columns, brand, kinds, kind: fileKind }: FileColumns) {
  const indexOf = (meaning: "brand" | "kind") =>
    columns.find((column) => column.meaning === meaning)?.index ?? -1;
  const [brandAt, kindAt] = [indexOf("brand"), indexOf("kind")];
  const words = new Map<string, { word: string; rows: number }>();
  let otherBrandRows = 0;
  return {
    /** @returns whether the row is of the broker's brand */
    count({ cells }: Row): boolean {
      const name = String(cells[brandAt] ?? "");
      if (brand !== null && name !== "" && !isSameBrand(name, brand)) {
        otherBrandRows += 1;
        return false;
      }
      const word = String(cells[kindAt] ?? "").trim();
      const plain = toPlainWords(word);
      const known = words.get(plain);
      if (known) known.rows += 1;
      else if (plain !== "" && fileKind !== "registrations" && words.size < WORDS_MAX)
        if (readKind(word, kinds) === null && readState(word) === null) words.set(plain, { word, rows: 1 });
      return true;
    },
    result: (): RowTally => ({
      otherBrandRows,
      unknownKinds: [...words.values()].sort((a, b) => b.rows - a.rows),
    }),
  };
}
