import type { AttemptOutcome } from "#app/lib/domain.ts";
import type { AdPlatformDescription } from "#app/schemas/ad-platforms.ts";
import type { AssetSettings } from "./connections.ts";

/** What an hour brought. `from` is its beginning, ISO 8601. */
export type HourCount = { from: string; accepted: number; retried: number; refused: number };

/** An ad platform as its card and its page show it. Times are ISO 8601. */
export type IntegrationCard = Pick<
  AdPlatformDescription,
  "assetWord" | "assetIdHint" | "tokenStep" | "assetAccount" | "windowText" | "testModeText" | "links"
> & {
  id: string;
  name: string;
  connect: "token" | "oauth";
  /** Whether a token needs the id of an asset beside it. */
  needsAssetId: boolean;
  /** Whether this server has what connecting takes. */
  isConfigured: boolean;
  isBeta: boolean;
  testModeKind: "code" | "switch" | null;
  /** Settings that are entered beside the asset, with their values. */
  settingFields: { name: keyof AssetSettings; label: string; hint: string; value: string }[];
  connection: {
    id: string;
    status: "connected" | "invalid";
    assetId: string;
    assetName: string | null;
    tokenEnding: string;
    connectedAt: string;
    lastAcceptedAt: string | null;
    lastError: string | null;
  } | null;
  testMode: { code: string | null; endsAt: string } | null;
  lastFault: {
    at: string;
    outcome: AttemptOutcome;
    message: string | null;
    remedy: string | null;
    platformCode: string | null;
  } | null;
  hours: HourCount[];
  open: number;
  parked: number;
  /** The first send deadline of a parked event. */
  parkedUntil: string | null;
};

/** An ad account whose spend is read, as its connection's page shows it. Times are ISO 8601. */
export type SpendAccountCard = {
  id: string;
  /** As its owner knows it: digits only. */
  number: string;
  name: string;
  currency: string | null;
  tokenEnding: string;
  isRefused: boolean;
  /** Whether it waits for the next reading, and not for a turn or the next attempt. */
  isAtRest: boolean;
  lastReadAt: string | null;
  nextReadAt: string | null;
  lastError: string | null;
};
