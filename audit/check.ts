/** One line of the table. */
export type Check = { what: string; figure: string; goal: string; isMet: boolean; faults?: string[] };

/** A check that is met when nothing was found. */
export const noFaults = (what: string, faults: string[]): Check => ({
  what,
  figure: String(faults.length),
  goal: "0",
  isMet: faults.length === 0,
  faults,
});

export function printTable(checks: Check[]): void {
  const width = (read: (check: Check) => string) => Math.max(...checks.map((check) => read(check).length));
  const [what, figure] = [width((check) => check.what), width((check) => check.figure)];
  for (const check of checks) {
    const state = check.isMet ? "met   " : "MISSED";
    console.log(`${state}  ${check.what.padEnd(what)}  ${check.figure.padStart(figure)}  goal ${check.goal}`);
  }
  for (const { what, faults = [] } of checks)
    if (faults.length > 0) console.log(`\n${what}\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
}
