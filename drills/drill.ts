/** What a drill found: figures for people, and the goals that decide whether it passed. */
export type Report = { figures: Record<string, string | number>; goals: Goal[] };
export type Goal = { goal: string; isMet: boolean };

export type DrillOptions = {
  /** The size of the goals, in place of one that fits beside the tests. */
  isLong: boolean;
  /** The commit that some compare with, or upgrade from. */
  base?: string | undefined;
};

export type Drill = { name: string; run(options: DrillOptions): Promise<Report> };

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
