import { Op } from "sequelize";
import webPush from "web-push";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { deleteHeld, finish, fromNow, type Lease, reschedule } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { type HttpResult, sendRequest } from "#app/lib/http-client.server.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import {
  Notification,
  PushMark,
  PushSubscription,
  Session,
  User,
  Workspace,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { describeNotification } from "#app/services/notifications/describe-notification.ts";
import { planRetry } from "#app/services/retries/plan-retry.server.ts";
import { findNamedWorkspace } from "#app/services/workspaces/link-to-workspace.server.ts";

const TIMEOUT_MS = 10 * SECOND;
const RETRIES = {
  stepsMs: [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  scale: config.eventRetryScale,
};
/** Later, the message would be no news. */
const MAX_AGE_MS = HOUR;
const SHOWN_MAX = 50;

/** Sends a claimed browser a message about the notifications since the last one. */
export async function pushTo(lease: Lease): Promise<void> {
  const row = await PushSubscription.findOne({
    where: { id: lease.id, leaseToken: lease.token },
    include: [
      { model: Session, as: "session", include: [{ model: User, as: "user", attributes: ["isActive"] }] },
    ],
  });
  if (!row) return;
  const { session } = row;
  if (!session?.user?.isActive || session.endedAt || session.expiresAt <= new Date()) return remove(lease);
  const found = await findMarks(row);
  const unread = await findUnread(row, found);
  const [latest] = unread;
  if (!latest) return done(lease, found, { lastError: null });
  const result = await send(row, await toMessage(unread, latest));
  const isRefused = result.fault === "ADDRESS_NOT_PUBLIC" || result.fault === "URL_NOT_ALLOWED";
  if (isRefused || result.httpStatus === 404 || result.httpStatus === 410) return remove(lease);
  const isAccepted = result.kind === "complete" && Math.floor((result.httpStatus ?? 0) / 100) === 2;
  const lastPushedAt = new Date(Math.max(+latest.updatedAt, +row.lastPushedAt));
  if (isAccepted) return done(lease, found, { lastPushedAt, lastError: null });
  const lastError = result.fault ?? `HTTP_${result.httpStatus}`;
  const isFinal = /^HTTP_4(?!08|29)/.test(lastError);
  const until = new Date(latest.updatedAt.getTime() + MAX_AGE_MS);
  const delayMs = isFinal ? null : planRetry(RETRIES, { failures: row.attemptCount, until });
  if (delayMs === null) return done(lease, found, { lastPushedAt, lastError });
  await inTransaction((transaction) =>
    reschedule(PushSubscription, lease, { delayMs, lastError }, transaction),
  );
}

const findMarks = ({ id: subscriptionId }: PushSubscription): Promise<PushMark[]> =>
  PushMark.findAll({ where: { subscriptionId } });

/** Those of its marks. Servers of the version before write none: for one version, also those after the last message. */
async function findUnread(
  { userId, lastPushedAt }: PushSubscription,
  marks: PushMark[],
): Promise<Notification[]> {
  const members = await WorkspaceMember.findAll({ where: { userId }, attributes: ["workspaceId"] });
  const marked = { id: marks.map(({ notificationId }) => notificationId) };
  return Notification.findAll({
    where: {
      userId,
      isInApp: true,
      readAt: null,
      workspaceId: { [Op.or]: [...members.map(({ workspaceId }) => workspaceId), null] },
      [Op.or]: [marked, { updatedAt: { [Op.gt]: lastPushedAt } }],
    },
    order: [["updatedAt", "DESC"]],
    limit: SHOWN_MAX,
  });
}

async function toMessage(unread: Notification[], latest: Notification) {
  if (unread.length > 1)
    return {
      title: `${unread.length} new notifications`,
      body: config.brandName,
      url: paths.notifications({ state: "unread" }),
    };
  const { userId, workspaceId } = latest;
  const workspace = workspaceId ? await Workspace.findByPk(workspaceId) : null;
  const { title, text, href } = describeNotification(latest, workspace?.timeZone ?? "UTC");
  const named = await findNamedWorkspace(userId, workspaceId);
  return named
    ? { title: `${named.name}: ${title}`, body: text, url: named.toPath(href) }
    : { title, body: text, url: href };
}

/** The package encrypts and signs. We send the request, because our client checks the address. */
function send({ id, subscription }: PushSubscription, message: object): Promise<HttpResult> {
  const { vapid, contactTo, mailFrom } = config;
  if (!vapid) throw new Error("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set.");
  const subject = `mailto:${contactTo ?? /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    JSON.parse(decrypt(subscription, id)),
    JSON.stringify(message),
    { vapidDetails: { subject, ...vapid }, TTL: DAY / SECOND },
  );
  return sendRequest({
    method: "POST",
    url: endpoint,
    allowedBase: new URL(endpoint).origin,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
    isPublicOnly: true,
    timeoutMs: TIMEOUT_MS,
  });
}

/** Ends the work on the marks that were found. If others came meanwhile, the browser is due again. */
async function done(
  lease: Lease,
  found: PushMark[],
  result: Partial<Pick<PushSubscription, "lastPushedAt" | "lastError">>,
): Promise<void> {
  const { id: subscriptionId } = lease;
  await inTransaction(async (transaction) => {
    const ended = { state: "idle", dueAt: null, attemptCount: 0, ...result } as const;
    if (!(await finish(PushSubscription, lease, ended, transaction))) return;
    const token = found.map((mark) => mark.token);
    await PushMark.destroy({ where: { subscriptionId, token }, transaction });
    if ((await PushMark.count({ where: { subscriptionId }, transaction })) === 0) return;
    await PushSubscription.update({ state: "queued", dueAt: fromNow(0) } as object, {
      where: { id: subscriptionId },
      transaction,
    });
    announceDue(PushSubscription, transaction);
  });
}

async function remove(lease: Lease): Promise<void> {
  await inTransaction((transaction) => deleteHeld(PushSubscription, lease, transaction));
}
