import { inTransaction } from "#app/database/connection.server.ts";
import { reportDiskSpace, wasDiskFull } from "#app/database/disk-space.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Mail } from "#app/models/mail.server.ts";

const PROBE_BYTES = 64 * 1024;

/**
 * Whether the database has space to write. After a write failed for lack of space, another one is tried: a
 * row that is deleted at once.
 */
export async function hasDiskSpace(): Promise<boolean> {
  if (!wasDiskFull()) return true;
  const now = new Date();
  const probe = { id: newId(), kind: "probe", toAddress: "", state: "failed", attemptCount: 0 } as const;
  const values = { ...probe, userId: null, props: " ".repeat(PROBE_BYTES), dueAt: now, createdAt: now };
  try {
    await inTransaction((transaction) => Mail.create(values, { transaction }));
    // Other transactions prove nothing: most of them write less, or nothing at all.
    reportDiskSpace();
    await inTransaction((transaction) => Mail.destroy({ where: { id: probe.id }, transaction }));
  } catch (error) {
    if (wasDiskFull()) return false;
    throw error;
  }
  return true;
}
