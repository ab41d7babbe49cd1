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
