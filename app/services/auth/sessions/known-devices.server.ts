import { type Transaction, UniqueConstraintError } from "sequelize";
import { newId } from "#app/lib/ids.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { KnownDevice } from "#app/models/index.server.ts";
import type { Device } from "./sessions.server.ts";

/** A device, and the id in its browser's visitor cookie. */
export type DeviceOrigin = Device & { cookieId: string | null };

/** A device is known by its cookie, else by the id it sends, else by IP address and user agent. */
function hashDevice({ cookieId, deviceId, userAgent, ip }: DeviceOrigin): string {
  if (cookieId) return sha256(`cookie:${cookieId}`);
  return sha256(deviceId ? `device:${deviceId}` : `look:${ip}|${userAgent}`);
}

/** Whether this browser has signed in to the account before. Only its signed cookie proves that. */
export async function isKnownDevice(userId: string, cookieId: string | null): Promise<boolean> {
  if (!cookieId) return false;
  const deviceHash = sha256(`cookie:${cookieId}`);
  return (await KnownDevice.count({ where: { userId, deviceHash } })) > 0;
}

/**
 * Stores that the account signed in on this device.
 * @returns whether it is new; false for the account's first device
 */
export async function rememberDevice(
  userId: string,
  origin: DeviceOrigin,
  transaction: Transaction,
): Promise<boolean> {
  const deviceHash = hashDevice(origin);
  const now = new Date();
  const [seen] = await KnownDevice.update(
    { lastSeenAt: now },
    { where: { userId, deviceHash }, transaction },
  );
  if (seen > 0) return false;
  const others = await KnownDevice.count({ where: { userId }, transaction });
  try {
    await KnownDevice.create(
      { id: newId(), userId, deviceHash, createdAt: now, lastSeenAt: now },
      { transaction },
    );
  } catch (error) {
    // The same browser signed in twice at the same time.
    if (!(error instanceof UniqueConstraintError)) throw error;
    return false;
  }
  return others > 0;
}
