/** A waiting time as the end of a sentence: "in a moment", "in 12 minutes", "in 5 hours". */
export function formatWait(seconds: number): string {
  if (seconds < 60) return "in a moment";
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `in ${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
