import { createPublicKey } from "node:crypto";
import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { config } from "#app/env.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { toPublicUrl } from "#app/lib/public-url.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { encrypt } from "#app/lib/secrets.server.ts";
import { deviceName } from "#app/lib/user-agent.ts";
import { PushSubscription, Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PushDevice, PushSubscriptionInput } from "#app/schemas/push.ts";

/** More than anybody needs. Further ones replace the oldest. */
const SUBSCRIPTIONS_MAX = 20;

const live = () => ({ endedAt: null, expiresAt: { [Op.gt]: new Date() } });

/** The browsers of an account that get push messages: those whose session lasts. */
export async function listPushDevices(userId: string, sessionId: string): Promise<PushDevice[]> {
  const rows = await retryRead(() =>
    PushSubscription.findAll({
      where: { userId },
      include: [{ model: Session, as: "session", where: live(), attributes: ["userAgent"] }],
      order: [["createdAt", "DESC"]],
    }),
  );
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.session?.userAgent ?? null),
    createdAt: row.createdAt.toISOString(),
    isCurrent: row.sessionId === sessionId,
  }));
}

/** Whether an endpoint is a public https address. The push server of tests is on this machine. */
function isPublicEndpoint(endpoint: string): boolean {
  if (config.appEnv === "test" && new URL(endpoint).hostname === "127.0.0.1") return true;
  return toPublicUrl(endpoint)?.startsWith("https:") ?? false;
}

/** Whether an uncompressed key is a point of its curve, P-256. */
function isPublicKey(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, "base64url");
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString("base64url"));
  try {
    createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
    return bytes[0] === 4;
  } catch {
    return false;
  }
}

/**
 * Subscribes a browser to push messages. A browser has one subscription, also if it changes the account.
 * @throws {Invalid} at `endpoint`: no public https address, or a key that no message can be encrypted for
 */
export async function subscribeToPush({
  userId,
  sessionId,
  input: { endpoint, p256dh, auth },
}: {
  userId: string;
  sessionId: string;
  input: PushSubscriptionInput;
}): Promise<void> {
  if (!isPublicEndpoint(endpoint) || !isPublicKey(p256dh))
    throw new Invalid([{ field: "endpoint", message: messages.notifications.pushRefused }]);
  const id = newId();
  const now = new Date();
  const endpointHash = sha256(endpoint);
  const subscription = encrypt(JSON.stringify({ endpoint, keys: { p256dh, auth } }), id);
  await inTransaction(async (transaction) => {
    await lockRow(User, { where: { id: userId }, attributes: ["id"], transaction });
    await PushSubscription.destroy({ where: { [Op.or]: [{ endpointHash }, { sessionId }] }, transaction });
    const surplus = await PushSubscription.findAll({
      where: { userId },
      order: [["createdAt", "DESC"]],
      offset: SUBSCRIPTIONS_MAX - 1,
      limit: SUBSCRIPTIONS_MAX,
      transaction,
    });
    await PushSubscription.destroy({ where: { id: surplus.map((row) => row.id) }, transaction });
    await PushSubscription.create(
      {
        id,
        userId,
        sessionId,
        endpointHash,
        subscription,
        state: "idle",
        dueAt: null,
        attemptCount: 0,
        lastPushedAt: now,
        createdAt: now,
      },
      { transaction },
    );
  });
}

/** Ends one of the account's subscriptions. Ending it twice changes nothing. */
export async function unsubscribeFromPush({
  userId,
  subscriptionId,
}: {
  userId: string;
  subscriptionId: string;
}): Promise<void> {
  await inTransaction((transaction) =>
    PushSubscription.destroy({ where: { id: subscriptionId, userId }, transaction }),
  );
}
