/** A waiting time as the end of a sentence: "in a moment", "in 12 minutes". */
export function formatWait(seconds: number): string {
  if (seconds < 60) return "in a moment";
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
