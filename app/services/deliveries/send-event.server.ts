import { log } from "#app/lib/log.server.ts";
import type { Connection } from "#app/models/index.server.ts";
import type {
  BuiltEvent,
  DeliveryResult,
  Destination,
  SendResult,
} from "#app/services/ad-platforms/ad-platform.ts";
import { getDestination, renewDestination } from "#app/services/ad-platforms/credentials.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { ConnectedDelivery } from "./load-delivery.server.ts";
import { toConversion } from "./to-conversion.server.ts";

export type AttemptResult = SendResult & { startedAt: Date; durationMs: number; event: BuiltEvent | null };

/** Sends the delivery's event, or asks for the result of one that was submitted. Never throws. */
export async function callAdPlatform(loaded: ConnectedDelivery, timeoutMs: number): Promise<AttemptResult> {
  const startedAt = new Date();
  const { response, result, event } = await (loaded.delivery.state === "confirming"
    ? askForResult(loaded, timeoutMs)
    : sendEvent(loaded, timeoutMs));
  const durationMs = response?.durationMs ?? Date.now() - startedAt.getTime();
  return { startedAt, durationMs, event, response, result };
}

type CallResult = SendResult & { event: BuiltEvent | null };

async function sendEvent(
  { delivery, submission, form, connection }: ConnectedDelivery,
  timeoutMs: number,
): Promise<CallResult> {
  const platform = adPlatforms.get(delivery.adPlatform);
  let event: BuiltEvent;
  try {
    event = platform.buildEvent(toConversion(delivery, submission, form));
  } catch (error) {
    // The event is kept: a corrected server can send it by hand.
    log.error({ err: error, deliveryId: delivery.id }, "an event could not be built");
    return { response: null, result: notBuilt, event: null };
  }
  const access = await getAccess(connection);
  if (!access.ok) return { response: null, result: access.result, event };
  const send = (destination: Destination) => platform.send(destination, event, { timeoutMs });
  try {
    return { ...(await renewOnRefusal(connection, access.destination, send)), event };
  } catch (error) {
    log.error({ err: error, deliveryId: delivery.id }, "the response to an event could not be read");
    return { response: null, result: notRead, event };
  }
}

/** The platform has the event, so after any failure it is asked again under the same receipt. */
async function askForResult(
  { delivery, connection }: ConnectedDelivery,
  timeoutMs: number,
): Promise<CallResult> {
  const { receipt } = delivery;
  const platform = adPlatforms.get(delivery.adPlatform);
  const checkResult = platform.checkResult?.bind(platform);
  if (receipt === null || !checkResult) throw new Error(`${platform.name} cannot be asked for the result.`);
  const again = ({ result, response }: SendResult): CallResult => ({
    response,
    result: { ...result, outcome: "submitted", receipt },
    event: null,
  });
  const access = await getAccess(connection);
  if (!access.ok) {
    const { result } = access;
    return result.outcome === "parked"
      ? { response: null, result, event: null }
      : again({ response: null, result });
  }
  try {
    const check = (destination: Destination) => checkResult(destination, receipt, { timeoutMs });
    return { ...(await renewOnRefusal(connection, access.destination, check)), event: null };
  } catch (error) {
    log.error({ err: error, deliveryId: delivery.id }, "the result of an event could not be read");
    return again({ response: null, result: notRead });
  }
}

const UNAUTHORIZED = 401;

/** A platform may end an access token early. It is renewed once and the call repeated. */
async function renewOnRefusal(
  connection: Connection,
  destination: Destination,
  call: (destination: Destination) => Promise<SendResult>,
): Promise<SendResult> {
  const sent = await call(destination);
  if (sent.result.outcome !== "parked" || sent.response?.httpStatus !== UNAUTHORIZED) return sent;
  const renewed = await renewDestination(connection).catch((error: unknown) => {
    log.error({ err: error, connectionId: connection.id }, "a refused credential could not be renewed");
    return { ok: false as const, result: notRenewed };
  });
  if (renewed === null) return sent;
  return renewed.ok ? call(renewed.destination) : { response: sent.response, result: renewed.result };
}

async function getAccess(connection: Connection): ReturnType<typeof getDestination> {
  try {
    return await getDestination(connection);
  } catch (error) {
    log.error({ err: error, connectionId: connection.id }, "a credential could not be renewed");
    return { ok: false, result: notRenewed };
  }
}

const details = { retryAfterMs: null, platformCode: null, traceId: null };

const notRenewed: DeliveryResult = {
  ...details,
  outcome: "transient",
  message: "The access to the platform could not be renewed.",
  remedy: "Nothing was sent. We'll try again.",
};

const notRead: DeliveryResult = {
  ...details,
  outcome: "ambiguous",
  message: "The platform's response could not be read.",
  remedy: "The ad platform may have this event. We'll send it again with the same event ID.",
};

const notBuilt: DeliveryResult = {
  ...details,
  outcome: "permanent",
  message: "The event could not be built from this submission.",
  remedy: "Nothing was sent. Contact support with the event ID.",
};
