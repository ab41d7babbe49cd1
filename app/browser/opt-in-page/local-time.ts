/** `November 20, 2026, 18:14`, in the browser's time zone. */
export function toLocalTime(moment: Date): string {
  return moment
    .toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", hourCycle: "h23" })
    .replace(" at", ",");
}
