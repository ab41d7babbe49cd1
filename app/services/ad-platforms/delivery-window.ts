import { type ConsentCovers, isCovered } from "#app/lib/consent.ts";
import { HOUR } from "#app/lib/dates.ts";

/** Between the last moment we send and the moment the platform stops taking the event. */
const SAFETY_MS = 1 * HOUR;

/** How long after the confirmation an event may be sent, in ms, given the platform's own window. */
export function usableWindow(windowMs: number): number {
  return windowMs - SAFETY_MS;
}

/** The last moment at which an event of `confirmedAt` is sent. */
export function sendDeadline(confirmedAt: Date, windowMs: number): Date {
  return new Date(confirmedAt.getTime() + usableWindow(windowMs));
}

/** How old an event may be at an ad platform, in ms. */
export type AdPlatformWindow = { adPlatform: string; ms: number };

/** The shortest window of the ad platforms that a consent covers, in ms; null without one. */
export function shortestWindow(windows: readonly AdPlatformWindow[], covers: ConsentCovers): number | null {
  const covered = windows.filter(({ adPlatform }) => isCovered(covers, adPlatform)).map(({ ms }) => ms);
  return covered.length > 0 ? Math.min(...covered) : null;
}
