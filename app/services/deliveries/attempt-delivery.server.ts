import { type Lease, release } from "#app/database/leases.server.ts";
import { acquireCallSlot, postponeForPace } from "#app/database/queries/ad-platform-paces.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { countAttempt } from "#app/lib/metrics.server.ts";
import { type Connection, Delivery } from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import {
  type ConnectedDelivery,
  endUnsent,
  isConnected,
  type LoadedDelivery,
  loadDelivery,
  recordInterruptedAttempts,
} from "./load-delivery.server.ts";
import { countCall } from "./save-accepted.server.ts";
import { endDelivery, saveOutcome } from "./save-outcome.server.ts";
import { callAdPlatform } from "./send-event.server.ts";

type Arguments = {
  lease: Lease;
  timeoutMs: number;
  /** What was loaded together with others; null if the lease has passed to somebody else. */
  loaded?: LoadedDelivery | null;
};

const RELEASE_MS = 10 * SECOND;

/**
 * Sends one claimed delivery, or asks for its result, and saves the outcome under its lease. Never throws: a
 * lost outcome is logged and, after the lease, sent again under the same id.
 */
export async function attemptDelivery({ lease, timeoutMs, loaded }: Arguments): Promise<void> {
  const { id: deliveryId } = lease;
  let ready: ConnectedDelivery | null;
  try {
    ready = await prepareDelivery(lease, loaded === undefined ? await loadDelivery(lease) : loaded);
  } catch (error) {
    log.error(
      { err: error, deliveryId },
      "a delivery could not be prepared; nothing was sent, and it is tried again",
    );
    await release(Delivery, [lease], RELEASE_MS).catch((err) =>
      log.error(
        { err, deliveryId },
        "a delivery could not be released; it is due again when its lease runs out",
      ),
    );
    return;
  }
  if (!ready) return;
  try {
    const outcome = await countCall(ready.delivery.workspaceId, () => callAdPlatform(ready, timeoutMs));
    countAttempt(ready.delivery.adPlatform, outcome.result.outcome, outcome.durationMs);
    await saveOutcome(ready, lease, outcome);
  } catch (error) {
    log.error(
      { err: error, deliveryId },
      "an outcome could not be saved; the event is due again when its lease runs out",
    );
  }
}

/** The delivery if it can be sent now. Otherwise its claim ends without an attempt. */
async function prepareDelivery(
  lease: Lease,
  loaded: LoadedDelivery | null,
): Promise<ConnectedDelivery | null> {
  if (!loaded) return null;
  await recordInterruptedAttempts(loaded.delivery);
  const end = endUnsent(loaded);
  if (end || !isConnected(loaded)) {
    await endDelivery(loaded, lease, end ?? { state: "parked", skipReason: null });
    return null;
  }
  const pace = getPace(loaded.connection);
  if (pace && !(await acquireCallSlot(pace))) {
    await postponeForPace(pace, lease);
    return null;
  }
  return loaded;
}

function getPace({ id, adPlatform }: Connection) {
  const { pace } = adPlatforms.get(adPlatform);
  if (!pace) return null;
  const isShared = pace.scope === "project";
  return { id: isShared ? adPlatform : id, connectionId: isShared ? null : id, perMinute: pace.perMinute };
}
