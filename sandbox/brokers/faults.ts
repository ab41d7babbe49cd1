import { brokenService } from "../broken-services.ts";
import type { Fault } from "../faults.ts";
import type { PlatformRequest, SandboxState } from "../platform.ts";
import { json, type Reply } from "../reply.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The fault that a call of this key meets. */
export const faultOf = (request: PlatformRequest, { faults }: SandboxState, key: string): Fault | null =>
  faults.forEvents({ token: key, assetId: key, eventIds: [request.path] });

/** What all brokers do alike when something is wrong; null for what each does in its own way. */
export function brokenBroker(fault: Fault | null, now: number): Reply | null {
  switch (fault) {
    case "changed-shape":
      return json(200, { status: "success", payload: [{ customer: { id: 7, "ana@example.com": true } }] });
    case "yesterday":
      return json(200, {}, { date: new Date(now - DAY_MS).toUTCString() });
    default:
      return brokenService(fault);
  }
}

/** Calls of the last second by key, of a broker that refuses more. */
export class CallPace {
  private readonly calls = new Map<string, number[]>();

  constructor(private readonly perSecond: number) {}

  isExceeded(key: string, now: number): boolean {
    const recent = (this.calls.get(key) ?? []).filter((at) => at > now - 1000);
    this.calls.set(key, [...recent, now]);
    return recent.length >= this.perSecond;
  }
}
