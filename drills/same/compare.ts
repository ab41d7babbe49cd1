import { isDeepStrictEqual } from "node:util";
import type { Recording } from "./record.ts";

/** What one place says before and after. Alike differences of several places are one. */
export type Difference = { place: string; before: string; after: string; alsoIn: string[] };

const SHOWN_MAX = 300;
const SHOWN_BEFORE = 60;
const LINES_MAX = 12;

/** All that two recordings differ in. What only one of them has is a difference too. */
export function compare(before: Recording, after: Recording): Difference[] {
  const differences = new Map<string, Difference>();
  const add = (address: string, place: string, left: unknown, right: unknown) => {
    const shown = show(left, right);
    const key = [place.replaceAll(/\[\d+\]/g, "[]"), shown.before, shown.after].join("\n");
    const known = differences.get(key);
    if (known) known.alsoIn.push(address);
    else differences.set(key, { place: `${address} ${place}`.trim(), ...shown, alsoIn: [] });
  };
  for (const call of after.operations)
    if (!before.operations.includes(call)) add(`GET ${call}`, "", "(no call)", "(a call)");
  for (const [address, left] of Object.entries(before.answers)) {
    const right = after.answers[address];
    if (!right) add(address, "", "(asked)", "(not asked)");
    else if (left.lines && right.lines && left.status === right.status)
      compareLines(left.lines, right.lines, (a, b) => add(address, "", a, b));
    else compareValues(left, right, "", (place, a, b) => add(address, place, a, b));
  }
  for (const address of Object.keys(after.answers))
    if (!before.answers[address]) add(address, "", "(not asked)", "(asked)");
  return [...differences.values()];
}

/** Both as texts; of long ones the part where they differ. */
function show(left: unknown, right: unknown): { before: string; after: string } {
  const toText = (value: unknown) =>
    typeof value === "string" ? value : (JSON.stringify(value) ?? "(nothing)");
  const [before, after] = [toText(left), toText(right)];
  const at = [...before].findIndex((sign, index) => sign !== after[index]);
  const from = Math.max(0, (at === -1 ? before.length : at) - SHOWN_BEFORE);
  const cut = (text: string) => {
    const isWhole = text.length <= SHOWN_MAX;
    return isWhole ? text : `${from > 0 ? "…" : ""}${text.slice(from, from + SHOWN_MAX)}…`;
  };
  return { before: cut(before), after: cut(after) };
}

type Add = (place: string, before: unknown, after: unknown) => void;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function compareValues(before: unknown, after: unknown, place: string, add: Add): void {
  if (isDeepStrictEqual(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) add(`${place}.length`, before.length, after.length);
    for (let at = 0; at < Math.min(before.length, after.length); at += 1)
      compareValues(before[at], after[at], `${place}[${at}]`, add);
  } else if (isObject(before) && isObject(after) && !Array.isArray(before) && !Array.isArray(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compareValues(before[name], after[name], place === "" ? name : `${place}.${name}`, add);
  } else add(place, before, after);
}

/** Lines that only one of the two has, or their order. */
function compareLines(before: string[], after: string[], add: (before: string, after: string) => void): void {
  if (isDeepStrictEqual(before, after)) return;
  const gone = without(before, after);
  const come = without(after, before);
  if (gone.length === 0 && come.length === 0) {
    const at = before.findIndex((line, index) => line !== after[index]);
    add(`line ${at + 1}: ${before[at]}`, `line ${at + 1}: ${after[at]} (the same lines in another order)`);
    return;
  }
  const few = (lines: string[]) =>
    [
      ...lines.slice(0, LINES_MAX),
      ...(lines.length > LINES_MAX ? [`${lines.length - LINES_MAX} more lines`] : []),
    ].join(" / ");
  add(few(gone), few(come));
}

/** Each of the lines as often as the others do not have it. */
function without(lines: string[], others: string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}

export function print(title: string, differences: Difference[]): void {
  console.log(
    `  ${title}: ${differences.length === 0 ? "no difference" : `${differences.length} differences`}`,
  );
  for (const { place, before, after, alsoIn } of differences) {
    const [first] = alsoIn;
    const others = alsoIn.length > 1 ? ` and ${alsoIn.length - 1} others` : "";
    console.log(`\n  ${place}${first ? ` (also ${first}${others})` : ""}\n    - ${before}\n    + ${after}`);
  }
}
