import type { BadgeState } from "#app/components/ui/status-badge.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { IntegrationCard } from "#app/schemas/integration-card.ts";

type State = { state: Extract<BadgeState, "sent" | "handled" | "failed" | "test" | "off">; word: string };

/** A platform's state as a mark and one word. */
export function describeIntegration({ connection, testMode }: IntegrationCard): State {
  if (!connection) return { state: "off", word: "Off" };
  if (connection.status === "invalid") return { state: "failed", word: "Refused" };
  if (testMode) return { state: "test", word: "Test mode" };
  if (!connection.lastAcceptedAt) return { state: "handled", word: "Ready" };
  return { state: "sent", word: "Accepting" };
}

/** As nothing is connected: Meta's connection is unknown once its call has failed. */
export const withoutConnection = (integration: IntegrationCard): IntegrationCard =>
  integration.id === "meta"
    ? { ...integration, connection: null, testMode: null, lastFault: null, parked: 0 }
    : integration;

/** "Pixel Casa Trading, ends in 4417". Some names begin with the word, or are the whole ID. */
export function describeAsset({ connection, assetWord }: IntegrationCard): string {
  if (!connection) return "Not connected";
  const { assetId, assetName } = connection;
  const word = capitalized(assetWord);
  const ending = `ends in ${assetId.slice(-4)}`;
  if (!assetName) return `${word} ${ending}`;
  const name = assetName.toLowerCase().startsWith(`${assetWord} `) ? assetName : `${word} ${assetName}`;
  return assetName.includes(assetId) ? name : `${name}, ${ending}`;
}

/** "Casa Trading (4417)", without an ID that the name has already. */
export const assetChoice = ({ id, name }: { id: string; name: string }) =>
  name.includes(id) ? name : `${name} (${id})`;

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** "1 event is parked", "6 events are parked" */
export const parkedWords = (count: number) =>
  count === 1 ? "1 event is parked" : `${formatNumber(count)} events are parked`;
