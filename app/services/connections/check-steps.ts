import { SECOND } from "#app/lib/dates.ts";
import type { ObservedCall } from "#app/lib/http-client.server.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";

/** `todo`: an earlier fault is in the way. */
export type Check = { name: string; state: "ok" | "fault" | "todo"; detail: string; remedy: string | null };

export const ok = (name: string, detail: string): Check => ({ name, state: "ok", detail, remedy: null });
export const todo = (name: string): Check => ({ name, state: "todo", detail: "not checked", remedy: null });
export const fault = (name: string, detail: string, remedy: string): Check => ({
  name,
  state: "fault",
  detail,
  remedy,
});

const DNS_FAULTS = /^(ENOTFOUND|EAI_|EDNS)/;
const TLS_FAULTS = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO/;

/** Reports DNS and TLS separately, by the error of the request. */
export function checkWay(name: string, call: ObservedCall | undefined): Check[] {
  // The credential could not be read, so no request was sent.
  if (!call) return [todo("DNS"), todo("TLS")];
  const { origin, result } = call;
  const host = new URL(origin).hostname;
  const problem = result.fault ?? "";
  if (DNS_FAULTS.test(problem)) {
    const remedy = `The server cannot look up ${host}. Check its name servers and its internet connection.`;
    return [fault("DNS", problem, remedy), todo("TLS")];
  }
  const found = ok("DNS", host);
  if (TLS_FAULTS.test(problem)) {
    const remedy = `The certificate of ${host} is not trusted. Check the server's clock and whether a proxy in between replaces it.`;
    return [found, fault("TLS", problem, remedy)];
  }
  if (result.kind !== "complete") {
    const remedy = `${name} did not respond. Try again in a few minutes; if it stays, check the server's firewall.`;
    return [found, fault("Connection", problem || "no response", remedy), todo("TLS")];
  }
  const detail = `responded in ${formatNumber(result.durationMs)} ms`;
  return [found, ok("TLS", origin.startsWith("https:") ? detail : `not used here, ${detail}`)];
}

/** With a larger difference, events seem to be from the future or too old. */
const CLOCK_MAX_MS = 60 * SECOND;

/** Compares with the `Date` of the response, which has whole seconds and was set during the call. */
export function checkClock(call: ObservedCall | undefined): Check {
  const date = Date.parse(call?.result.headers.date ?? "");
  if (Number.isNaN(date)) return todo("Clock");
  const end = Date.now();
  const start = end - (call?.result.durationMs ?? 0);
  const apartMs = Math.max(0, start - date - SECOND, date - end - SECOND);
  const detail = apartMs < SECOND ? "less than 1 s apart" : `${Math.round(apartMs / 1000)} s apart`;
  if (apartMs <= CLOCK_MAX_MS) return ok("Clock", detail);
  return fault("Clock", detail, "The server's clock is wrong. Switch on its time synchronization (NTP).");
}
