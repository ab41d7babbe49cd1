/** The value of a series of /metrics, by its name and labels as they are written; null without it. */
export function findSeries(text: string, name: string, labels: Record<string, string> = {}): number | null {
  const line = text
    .split("\n")
    .find(
      (one) =>
        (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
    );
  return line ? Number(line.split(" ").at(-1)) : null;
}
