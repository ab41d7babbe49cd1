import type { RowTally } from "#app/lib/statements.ts";
import { toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";
import type { Row } from "#app/services/tables/table.ts";
import { isSameBrand } from "./brands.ts";
import type { FileColumns } from "./file-columns.ts";
import { isAction, readKind, readState } from "./kinds.ts";

const WORDS_MAX = 50;
/** Files have few words for their rows; one with a text of its own in each row is read without this memory. */
const KNOWN_MAX = 1_000;

type UnknownWord = RowTally["unknownKinds"][number];

/** Counts the rows of other brands, which nobody reads, and the unknown words for what a row is. */
export function createRowTally({ columns, brand, kinds, kind: fileKind }: FileColumns) {
  const indexOf = (meaning: "brand" | "kind" | "status") =>
    columns.find((column) => column.meaning === meaning)?.index ?? -1;
  const [brandAt, kindAt, statusAt] = [indexOf("brand"), indexOf("kind"), indexOf("status")];
  /** By the row's word and status: the unknown one of them, if it is what hides a deposit. */
  const unknown = new Map<string, UnknownWord | null>();
  const words = new Map<string, UnknownWord>();
  let otherBrandRows = 0;

  const findUnknown = (word: string, status: string): UnknownWord | null => {
    const kind = readKind(word, kinds);
    const state = readState(word);
    const isKind = word !== "" && kind === null && (state === null || state === "done");
    const isStatus =
      status !== "" &&
      (word === "" || (kind !== null && isAction(kind))) &&
      readState(status, kinds) === null;
    if (!isKind && !isStatus) return null;
    const plain = toPlainWords(isKind ? word : status);
    const known = words.get(plain);
    if (known || plain === "" || words.size >= WORDS_MAX) return known ?? null;
    const added = { word: isKind ? word : status, rows: 0, ...(isKind ? {} : { isStatus: true }) };
    words.set(plain, added);
    return added;
  };

  return {
    /** @returns whether the row is of the broker's brand */
    count({ cells }: Row): boolean {
      const name = String(cells[brandAt] ?? "");
      if (brand !== null && name !== "" && !isSameBrand(name, brand)) {
        otherBrandRows += 1;
        return false;
      }
      if (fileKind === "registrations") return true;
      const [word, status] = [String(cells[kindAt] ?? "").trim(), String(cells[statusAt] ?? "").trim()];
      const key = `${word}\n${status}`;
      let found = unknown.get(key);
      if (found === undefined) {
        found = findUnknown(word, status);
        if (unknown.size < KNOWN_MAX) unknown.set(key, found);
      }
      if (found) found.rows += 1;
      return true;
    },
    result: (): RowTally => ({
      otherBrandRows,
      unknownKinds: [...words.values()].sort((a, b) => b.rows - a.rows),
    }),
  };
}
