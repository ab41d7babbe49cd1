/** What the sandbox can be told to do wrong, by the name that a token or `POST /faults` carries. */
export const FAULTS = [
  // The credential and the set-up: reading an asset plays these too.
  "expired",
  "invalid",
  "no-permission",
  "wrong-pixel",
  "old-version",
  // Load and faults of the service: nothing is taken.
  "rate-limited",
  "limit-17",
  "limit-613",
  "limit-80004",
  "429",
  "unknown-1",
  "transient-2",
  "policy",
  "500",
  "html-200",
  "empty-200",
  "oversized-200",
  "huge-200",
  "redirect",
  "200-with-error",
  "hangs",
  // Of brokers: another shape, an answer of the day before, of somebody else's client, and values that are none.
  "changed-shape",
  "yesterday",
  "other-client",
  "placeholder",
  // The event is refused.
  "bad-event",
  "translated",
  // The event is taken and the response goes wrong.
  "slow-accepts",
  "drip",
  "half",
  "reset",
  // The event is taken, and its result comes later: only of platforms that report later.
  "result-never",
  "result-lost",
  "result-refused",
  "result-no-consent",
  "result-terms",
] as const;

export type Fault = (typeof FAULTS)[number];

const CREDENTIAL_FAULTS = new Set<Fault>([
  "expired",
  "invalid",
  "no-permission",
  "wrong-pixel",
  "old-version",
]);

type FaultSetting = { fault: Fault; isOnce: boolean };

// The longer names first, or "200-with-error" would be lost behind a shorter one.
const NAMES = [...FAULTS].sort((a, b) => b.length - a.length).join("|");
const IN_TOKEN = new RegExp(`-(${NAMES})(-once)?(?=-|$)`);

/** The fault that a token's own name asks for: `sandbox-token-expired`, `sandbox-half-once`. */
export function faultNamedIn(token: string): FaultSetting | null {
  const [, fault, once] = IN_TOKEN.exec(token) ?? [];
  return fault === undefined ? null : { fault: fault as Fault, isOnce: once !== undefined };
}

/** An asset is what events are sent to: a pixel, a conversion action. */
export type Subject = "token" | "asset";
type Setting = FaultSetting & { timesLeft: number | null };
type Call = { token: string; assetId: string; eventIds: string[] };

/** Which fault a call meets. One set at run time goes before the one in the token's name. */
export class FaultBook {
  private readonly settings = new Map<string, Setting>();
  private readonly played = new Set<string>();

  /** `times` null plays it until it is taken away; a null `fault` takes it away. */
  set(subject: Subject, value: string, named: FaultSetting | null, times: number | null): void {
    const key = `${subject}:${value}`;
    this.settings.delete(key);
    if (named) this.settings.set(key, { ...named, timesLeft: times });
  }

  /** Takes away what was set at run time. */
  clear(): void {
    this.settings.clear();
  }

  /** As at the start: once-faults play again. */
  reset(): void {
    this.clear();
    this.played.clear();
  }

  /** The fault for a call that sends events; counts as played. */
  forEvents(call: Call): Fault | null {
    return this.choose(
      call,
      (named, key) => !named.isOnce || this.isFirst(`${key}:${named.fault}`, call.eventIds),
    );
  }

  /** The fault for a call that reads: only the credential's own. */
  forRead(call: Omit<Call, "eventIds">): Fault | null {
    return this.choose(call, ({ fault, isOnce }) => CREDENTIAL_FAULTS.has(fault) && !isOnce);
  }

  private choose(
    { token, assetId }: Omit<Call, "eventIds">,
    plays: (named: FaultSetting, key: string) => boolean,
  ): Fault | null {
    for (const key of [`asset:${assetId}`, `token:${token}`]) {
      const setting = this.settings.get(key);
      if (!setting || setting.timesLeft === 0 || !plays(setting, key)) continue;
      if (setting.timesLeft !== null) setting.timesLeft -= 1;
      return setting.fault;
    }
    const named = faultNamedIn(token);
    return named && plays(named, `token:${token}`) ? named.fault : null;
  }

  private isFirst(key: string, eventIds: string[]): boolean {
    const fresh = eventIds.filter((id) => !this.played.has(`${key}:${id}`));
    for (const id of fresh) this.played.add(`${key}:${id}`);
    return fresh.length > 0;
  }
}
