import { log } from "#app/lib/log.server.ts";
import type { Delivery, OptInForm, Submission } from "#app/models/index.server.ts";
import type {
  BuiltEvent,
  Conversion,
  DeliveryResult,
  SendResult,
} from "#app/services/ad-platforms/ad-platform.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { getDestination } from "#app/services/connections/credentials.server.ts";
import type { ConnectedDelivery } from "./load-delivery.server.ts";

export type Attempted = SendResult & { startedAt: Date; durationMs: number; event: BuiltEvent | null };

/** Sends the delivery's event, or asks for the result of one that was submitted. */
export async function callAdPlatform(loaded: ConnectedDelivery, timeoutMs: number): Promise<Attempted> {
  const { delivery, submission, form, connection } = loaded;
  const startedAt = new Date();
  const platform = adPlatforms.get(delivery.adPlatform);
  let event: BuiltEvent | null = null;
  const finish = ({ response, result }: SendResult): Attempted => ({
    startedAt,
    durationMs: response?.durationMs ?? Date.now() - startedAt.getTime(),
    event,
    response,
    result,
  });
  try {
    if (delivery.state !== "confirming")
      event = platform.buildEvent(toConversion(delivery, submission, form));
    const access = await getDestination(connection);
    if (!access.ok) return finish({ response: null, result: access.result });
    if (event) return finish(await platform.send(access.destination, event, { timeoutMs }));
    if (!platform.checkResult || delivery.receipt === null)
      throw new Error(`${platform.name} cannot be asked for the result.`);
    return finish(await platform.checkResult(access.destination, delivery.receipt, { timeoutMs }));
  } catch (error) {
    // The event is kept if building it fails: a mended server can send it by hand.
    log.error({ err: error, deliveryId: delivery.id }, "an event could not be built");
    return finish({ response: null, result: notBuilt });
  }
}

const notBuilt: DeliveryResult = {
  outcome: "permanent",
  retryAfterMs: null,
  platformCode: null,
  message: "The event could not be built from this submission.",
  remedy: "Nothing was sent. Contact support with the event id.",
  traceId: null,
};

function toConversion(delivery: Delivery, submission: Submission, form: OptInForm | null): Conversion {
  const { fbclid, ttclid, scCid, gclid, gbraid, wbraid, fbc, fbp, ttp, scid } = submission;
  return {
    eventId: delivery.eventId,
    action: submission.action,
    eventName: form?.eventName ?? null,
    confirmedAt: submission.createdAt,
    email: submission.email,
    phone: submission.phone,
    country: submission.country,
    externalId: submission.deviceId,
    amount: submission.verifiedAmount,
    currency: submission.verifiedCurrency,
    pageUrl: submission.pageUrl,
    referrer: submission.referrer,
    ip: submission.ip,
    userAgent: submission.userAgent,
    clickIds: { fbclid, ttclid, scCid, gclid, gbraid, wbraid },
    clickSeenAt: submission.clickSeenAt,
    cookies: { fbc, fbp, ttp, scid },
  };
}
