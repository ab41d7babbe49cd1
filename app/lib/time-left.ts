import { DAY, HOUR, MINUTE } from "./dates.ts";

const FUSE = 48 * HOUR;

export type RemainingTime = {
  /** "5 d 2 h", "11 h", "2 h 41 min", "48 min", or "5 h late" once passed. */
  text: string;
  tone: "calm" | "soon" | "now" | "past";
  /** The share of the last 48 hours that remains, in whole percent. */
  fuse: number;
};

/** The time left until a submission's send deadline. */
export function timeLeft(sendBefore: Date, now: Date): RemainingTime {
  const left = sendBefore.getTime() - now.getTime();
  if (left <= 0) return { text: `${duration(-left)} late`, tone: "past", fuse: 0 };
  return { text: duration(left), tone: toTone(left), fuse: Math.ceil(Math.min(1, left / FUSE) * 100) };
}

/** A duration: "11 h". */
export function timeBetween(from: Date, to: Date): string {
  return duration(Math.max(0, to.getTime() - from.getTime()));
}

function toTone(left: number): RemainingTime["tone"] {
  if (left < 8 * HOUR) return "now";
  return left < DAY ? "soon" : "calm";
}

/** The two largest units; minutes only appear in the last four hours. */
function duration(ms: number): string {
  if (ms < MINUTE) return "under 1 min";
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 4 * HOUR) return units(ms, HOUR, "h", MINUTE, "min");
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return units(ms, DAY, "d", HOUR, "h");
}

function units(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  const first = `${Math.floor(ms / large)} ${largeName}`;
  return rest === 0 ? first : `${first} ${rest} ${smallName}`;
}
