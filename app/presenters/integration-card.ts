import type { AttemptOutcome } from "#app/lib/domain.ts";
import type { Connection } from "#app/models/connection.server.ts";
import type { AdPlatformDescription } from "#app/schemas/ad-platforms.ts";
import type { AssetSettings } from "#app/schemas/connections.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";

type Fault = {
  at: Date;
  outcome: AttemptOutcome;
  message: string | null;
  remedy: string | null;
  platformCode: string | null;
};

type Facts = {
  platform: {
    id: string;
    name: string;
    needsAssetId?: boolean;
    connect: { kind: "token" } | { kind: "oauth"; isConfigured?: boolean };
    settingFields?: readonly Omit<IntegrationCard["settingFields"][number], "value">[];
  };
  settings: unknown;
  description: AdPlatformDescription;
  isBeta: boolean;
  testModeKind: "code" | "switch" | null;
  connection: Connection | null;
  testMode: { code: string | null; endsAt: Date } | null;
  lastFault: Fault | null;
  hours: { from: Date; accepted: number; retried: number; refused: number }[];
  open: number;
  parked: number;
  parkedUntil: Date | null;
};

export function presentIntegrationCard(facts: Facts): IntegrationCard {
  const { platform, description, connection, testMode, lastFault, hours, parkedUntil, settings, ...rest } =
    facts;
  const { assetWord, assetIdHint, tokenStep, assetAccount, windowText, testModeText, links } = description;
  return {
    ...rest,
    id: platform.id,
    name: platform.name,
    connect: platform.connect.kind,
    needsAssetId: platform.needsAssetId === true,
    isConfigured: platform.connect.kind === "token" || platform.connect.isConfigured !== false,
    assetWord,
    assetIdHint,
    tokenStep,
    assetAccount,
    windowText,
    testModeText,
    links,
    settingFields: (platform.settingFields ?? []).map((field) => ({
      ...field,
      value: String((settings as AssetSettings)[field.name] ?? ""),
    })),
    connection: connection && presentConnected(connection),
    testMode: testMode && { code: testMode.code, endsAt: testMode.endsAt.toISOString() },
    lastFault: lastFault && {
      at: lastFault.at.toISOString(),
      outcome: lastFault.outcome,
      message: lastFault.message,
      remedy: lastFault.remedy,
      platformCode: lastFault.platformCode,
    },
    parkedUntil: parkedUntil?.toISOString() ?? null,
    hours: hours.map(({ from, ...counts }) => ({ from: from.toISOString(), ...counts })),
  };
}

function presentConnected(connection: Connection) {
  const { id, status, assetId, assetName, tokenEnding, connectedAt, lastAcceptedAt, lastError } = connection;
  return {
    id,
    status,
    assetId,
    assetName,
    tokenEnding,
    connectedAt: connectedAt.toISOString(),
    lastAcceptedAt: lastAcceptedAt?.toISOString() ?? null,
    lastError: lastError ?? null,
  };
}
