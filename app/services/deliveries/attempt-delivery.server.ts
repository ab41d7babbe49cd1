import type { Lease } from "#app/database/leases.server.ts";
import { postponeForPace, takeCallSlot } from "#app/database/queries/ad-platform-paces.server.ts";
import { log } from "#app/lib/log.server.ts";
import type { Connection } from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import {
  isConnected,
  loadDelivery,
  reasonNotToSend,
  recordInterruptedAttempts,
} from "./load-delivery.server.ts";
import { endDelivery, saveOutcome } from "./save-outcome.server.ts";
import { callAdPlatform } from "./send-event.server.ts";

type Arguments = { lease: Lease; timeoutMs: number };

/**
 * Sends one claimed delivery, or asks for its result, and saves the outcome under its lease. Never throws:
 * what cannot be saved is logged and, once the lease has run out, sent again under the same id.
 */
export async function attemptDelivery({ lease, timeoutMs }: Arguments): Promise<void> {
  try {
    const loaded = await loadDelivery(lease);
    if (!loaded) return;
    await recordInterruptedAttempts(loaded.delivery);
    const reason = reasonNotToSend(loaded);
    if (reason || !isConnected(loaded)) {
      await endDelivery(loaded, lease, reason ?? "parked");
      return;
    }
    const pace = paceOf(loaded.connection);
    if (pace && !(await takeCallSlot(pace))) {
      await postponeForPace(pace, lease);
      return;
    }
    await saveOutcome(loaded, lease, await callAdPlatform(loaded, timeoutMs));
  } catch (error) {
    log.error(
      { err: error, deliveryId: lease.id },
      "a delivery attempt could not be finished; it is due again when its lease runs out",
    );
  }
}

function paceOf({ id, adPlatform }: Connection) {
  const { pace } = adPlatforms.get(adPlatform);
  if (!pace) return null;
  const isShared = pace.scope === "project";
  return { id: isShared ? adPlatform : id, connectionId: isShared ? null : id, perMinute: pace.perMinute };
}
