import { literal, Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { log } from "#app/lib/log.server.ts";
import { NOTIFICATION_TYPES } from "#app/lib/notifications.ts";
import { Notification, Submission, User } from "#app/models/index.server.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { findRecipients } from "./find-recipients.server.ts";
import type { MemberType, NotificationPayloads } from "./notification-types.ts";
import { TOGETHER_MS } from "./notify.server.ts";

const LIMIT = 100;

type Digest = Pick<Notification, "userId" | "workspaceId" | "kind">;

/**
 * Queues the due digests: the first at once, later ones ten minutes apart with everything since.
 * @returns whether there are more
 */
export async function queueDigests(now = new Date()): Promise<boolean> {
  const due = await Notification.findAll({
    where: { emailDueAt: { [Op.lte]: now } },
    attributes: ["userId", "workspaceId", "kind"],
    group: ["userId", "workspaceId", "kind"],
    limit: LIMIT,
    raw: true,
  });
  for (const digest of due)
    await inTransaction((transaction) => queueDigest(digest, now, transaction)).catch((error: unknown) =>
      log.warn({ err: error, userId: digest.userId }, "a digest could not be queued yet"),
    );
  return due.length === LIMIT;
}

async function queueDigest(digest: Digest, now: Date, transaction: Transaction): Promise<void> {
  const { userId, workspaceId } = digest;
  // A second process finds nothing due.
  const user = await User.findByPk(userId, { lock: true, transaction });
  const waiting = { ...digest, emailDueAt: { [Op.ne]: null } };
  const rows = await Notification.findAll({ where: waiting, order: [["id", "ASC"]], transaction });
  if (!user || !workspaceId || !rows.some(({ emailDueAt }) => emailDueAt && emailDueAt <= now)) return;
  const where = { id: rows.map(({ id }) => id) };
  const last = (await Notification.max("emailedAt", { where: { ...digest }, transaction })) as
    | Date
    | string
    | null;
  const earliest = last ? new Date(new Date(last).getTime() + TOGETHER_MS) : now;
  if (earliest > now) {
    await Notification.update({ emailDueAt: earliest }, { where, transaction });
    return;
  }
  const isQueued = await queueFor(user, workspaceId, rows, transaction);
  await Notification.update(
    { emailDueAt: null, emailedCount: literal("`count`"), ...(isQueued ? { emailedAt: now } : {}) },
    { where, transaction },
  );
}

/**
 * @returns false if nothing is unread, or there is no recipient
 */
async function queueFor(
  user: User,
  workspaceId: string,
  rows: Notification[],
  transaction: Transaction,
): Promise<boolean> {
  const types = [...new Set(rows.map(({ type }) => type as MemberType))];
  const [first] = types;
  if (!first) return false;
  const about = { workspaceId, ...NOTIFICATION_TYPES[first] };
  const recipients = await findRecipients(about, transaction);
  if (!recipients.some((recipient) => recipient.user.id === user.id && recipient.byEmail)) return false;
  const to = { to: user.email, userId: user.id, workspaceId };
  const { name } = user;
  const sum = (type: MemberType) =>
    rows.reduce((total, row) => (row.type === type ? total + row.count - (row.emailedCount ?? 0) : total), 0);
  if (first === "newClaims") {
    const waiting = await Submission.count({ where: { workspaceId, status: "pending" }, transaction });
    if (waiting === 0) return false;
    const forms = rows.flatMap(
      ({ payload }) => (JSON.parse(payload) as NotificationPayloads["newClaims"]).forms ?? [],
    );
    await queueMail(
      {
        ...to,
        kind: "new-claims",
        props: { name, count: sum("newClaims"), waiting, forms: [...new Set(forms)] },
      },
      transaction,
    );
    return true;
  }
  const platforms = new Set(
    rows.map(({ payload }) => (JSON.parse(payload) as NotificationPayloads["deliveryFailed"]).adPlatform),
  );
  await queueMail(
    {
      ...to,
      kind: "events-failed",
      props: {
        name,
        failed: sum("deliveryFailed"),
        expired: sum("deliveryExpired"),
        adPlatforms: [...platforms].map(adPlatformName),
      },
    },
    transaction,
  );
  return true;
}
