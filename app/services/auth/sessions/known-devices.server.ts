import { type Transaction, UniqueConstraintError } from "sequelize";
import { newId } from "#app/lib/ids.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { KnownDevice } from "#app/models/index.server.ts";
import type { Device } from "./sessions.server.ts";

/** Where a sign-in comes from, and what its browser's own signed cookie says. */
export type DeviceOrigin = Device & { cookieId: string | null };

/** What a device is known by: its cookie, else the identity it sends, else how it looks from here. */
function hashOf({ cookieId, deviceId, userAgent, ip }: DeviceOrigin): string {
  if (cookieId) return sha256(`cookie:${cookieId}`);
  return sha256(deviceId ? `device:${deviceId}` : `look:${ip}|${userAgent}`);
}

/** Whether somebody has signed in to the account from this very browser: only its cookie proves that. */
export async function isKnownDevice(userId: string, cookieId: string | null): Promise<boolean> {
  if (!cookieId) return false;
  const deviceHash = sha256(`cookie:${cookieId}`);
  return (await KnownDevice.count({ where: { userId, deviceHash } })) > 0;
}

/**
 * Keeps that the account was signed in to from here.
 * @returns whether that is news: not for the account's first device, which is no stranger's
 */
export async function rememberDevice(
  userId: string,
  origin: DeviceOrigin,
  transaction: Transaction,
): Promise<boolean> {
  const deviceHash = hashOf(origin);
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
    // The same browser signed in twice at once.
    if (!(error instanceof UniqueConstraintError)) throw error;
    return false;
  }
  return others > 0;
}
