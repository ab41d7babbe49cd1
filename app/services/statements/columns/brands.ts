import { toPlainWords } from "#app/services/tables/columns/recognize-columns.ts";
import type { Cell } from "#app/services/tables/table.ts";

const VALUES_MAX = 50;

type Brands = { values: string[]; brand: string | null; isOpen: boolean };

/** Whether two names are the same but for spaces, case and signs: "Bit Casino" and "bitcasino". */
export const isSameBrand = (one: string, other: string): boolean => squeeze(one) === squeeze(other);

const squeeze = (name: string): string => toPlainWords(name).replaceAll(" ", "");

/** Which brand of a file is the broker's: the answered one, else the one with its name. Open if none has it. */
export function chooseBrand(
  cells: readonly Cell[],
  answer: string | undefined,
  platformName: string,
): Brands {
  const found = new Map<string, string>();
  for (const cell of cells) {
    const value = String(cell).trim();
    if (value !== "" && !found.has(squeeze(value))) found.set(squeeze(value), value);
    if (found.size === VALUES_MAX) break;
  }
  const values = [...found.values()];
  // A remembered brand that this file does not have says nothing about it.
  if (answer === "" || values.some((value) => isSameBrand(value, answer ?? "")))
    return { values, brand: answer || null, isOpen: false };
  if (values.length < 2) return { values, brand: null, isOpen: false };
  const own = values.find((value) => isSameBrand(value, platformName)) ?? null;
  return { values, brand: own, isOpen: own === null };
}
