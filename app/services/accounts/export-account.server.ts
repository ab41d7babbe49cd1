import { Op, type ProjectionAlias } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import {
  ApiKey,
  AuditEntry,
  Commission,
  CommissionTier,
  Connection,
  Correction,
  Delivery,
  DeliveryAttempt,
  Identity,
  Notification,
  OptInForm,
  Platform,
  PushSubscription,
  Session,
  Submission,
  SubscriptionGrant,
  SupportAccess,
  User,
} from "#app/models/index.server.ts";
import { type OwnForm, platformIdsOf } from "#app/services/opt-in-forms/form-settings.server.ts";
import type { Membership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

/** Small, because each submission comes with all that was sent and answered. */
const PAGE = 100;

/** What opens something is left out by naming what goes in. */
const exported = {
  sessions: ["id", "createdAt", "lastUsedAt", "expiresAt", "endedAt", "ip", "userAgent", "deviceId"],
  apiKeys: [
    "id",
    "name",
    "creatorName",
    "prefix",
    "scopes",
    "createdAt",
    "expiresAt",
    "lastUsedAt",
    "revokedAt",
  ],
  identities: ["id", "provider", "issuer", "subject", "email", "createdAt", "lastUsedAt"],
  notifications: [
    "id",
    "workspaceId",
    "kind",
    "type",
    "payload",
    "count",
    "readAt",
    "createdAt",
    "updatedAt",
  ],
  pushSubscriptions: ["id", "sessionId", "createdAt", "lastPushedAt"],
  connections: [
    "id",
    // Under the names that exports have had from the start.
    ["adPlatform", "provider"] as ProjectionAlias,
    "status",
    "tokenEnding",
    ["assetId", "pixelId"] as ProjectionAlias,
    ["assetName", "pixelName"] as ProjectionAlias,
    "connectedAt",
    "lastCheckedAt",
    "lastAcceptedAt",
    "lastError",
  ],
  subscriptionGrants: ["id", "plan", "amount", "currency", "createdAt", "endsAt", "endedAt"],
  supportAccesses: ["id", "createdAt", "expiresAt", "endedAt"],
  // Not who it was nor from where: that is somebody else's data.
  auditEntries: ["id", "action", "detail", "createdAt"],
  submissions: { exclude: ["submissionKey", "bodyHash", "emailKey", "onceEmail"] },
};

async function exportOwn(userId: string) {
  const where = { userId };
  const [sessions, identities, auditEntries, notifications, pushSubscriptions] = await Promise.all([
    Session.findAll({ where, attributes: exported.sessions }),
    Identity.findAll({ where, attributes: exported.identities }),
    AuditEntry.findAll({ where: { targetUserId: userId }, attributes: exported.auditEntries }),
    Notification.findAll({ where, attributes: exported.notifications, order: [["id", "ASC"]] }),
    PushSubscription.findAll({ where, attributes: exported.pushSubscriptions }),
  ]);
  return { sessions, identities, auditEntries, notifications, pushSubscriptions };
}

/** What belongs to a workspace, without its submissions. */
async function exportWorkspace(workspaceId: string) {
  const where = { workspaceId };
  const [apiKeys, connections, forms, platforms, subscriptionGrants, supportAccesses] = await Promise.all([
    ApiKey.findAll({
      where,
      attributes: exported.apiKeys,
      include: [{ model: User, as: "createdBy", attributes: ["name"], required: false }],
    }),
    Connection.findAll({ where, attributes: exported.connections }),
    OptInForm.findAll({ where }),
    Platform.findAll({
      where,
      attributes: { exclude: ["workspaceId", "nameKey"] },
      include: [{ model: CommissionTier, as: "commissionTiers", attributes: { exclude: ["workspaceId"] } }],
      order: [["position", "ASC"]],
    }),
    SubscriptionGrant.findAll({ where, attributes: exported.subscriptionGrants }),
    SupportAccess.findAll({ where, attributes: exported.supportAccesses }),
  ]);
  const ownForms: OwnForm[] = [];
  for (const form of forms) ownForms.push({ form, platformIds: await platformIdsOf(form.id) });
  return { apiKeys, connections, forms: ownForms, platforms, subscriptionGrants, supportAccesses };
}

const nothing = {
  ...{ apiKeys: [], connections: [], forms: [], platforms: [] },
  ...{ subscriptionGrants: [], supportAccesses: [] },
};

/** An account's data besides the submissions; the workspace's only for a role that may export it. */
export async function exportAccount({ userId, workspace, role }: Membership & { userId: string }) {
  const isAll = isAllowed(role, "workspace:export");
  return {
    ...(await exportOwn(userId)),
    ...(isAll ? await exportWorkspace(workspace.id) : nothing),
  };
}

/**
 * The submissions of `exportAccount`, with commissions, deliveries and attempts, oldest first and a page at a
 * time.
 */
export async function* exportSubmissions({ workspace, role }: Membership): AsyncGenerator<Submission[]> {
  if (!isAllowed(role, "workspace:export")) return;
  let last: Submission | undefined;
  do {
    const rows = await findPage(workspace.id, last);
    yield await addRelated(workspace.id, rows);
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}

/** In the order of the index that the list reads. */
function findPage(workspaceId: string, after: Submission | undefined): Promise<Submission[]> {
  // The first condition alone is one that MySQL begins its range with.
  const from = after?.createdAt;
  const beyond = after && {
    createdAt: { [Op.gte]: from },
    [Op.or]: [{ createdAt: { [Op.gt]: from } }, { id: { [Op.gt]: after.id } }],
  };
  return retryRead(() =>
    Submission.findAll({
      where: { workspaceId, ...beyond },
      attributes: exported.submissions,
      order: [
        ["createdAt", "ASC"],
        ["id", "ASC"],
      ],
      limit: PAGE,
    }),
  );
}

async function addRelated(workspaceId: string, rows: Submission[]): Promise<Submission[]> {
  const ofRows = { workspaceId, submissionId: { [Op.in]: rows.map(({ id }) => id) } };
  const commissions = new Map(
    (await Commission.findAll({ where: ofRows })).map((row) => [row.submissionId, row]),
  );
  const corrections = await Correction.findAll({ where: ofRows, order: [["createdAt", "ASC"]] });
  const deliveries = await Delivery.findAll({
    where: ofRows,
    include: [{ model: DeliveryAttempt, as: "attempts" }],
  });
  const bySubmission = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const own = bySubmission.get(delivery.submissionId);
    if (own) own.push(delivery);
    else bySubmission.set(delivery.submissionId, [delivery]);
  }
  for (const row of rows) {
    row.commission = commissions.get(row.id) ?? null;
    row.corrections = corrections.filter(({ submissionId }) => submissionId === row.id);
    row.deliveries = bySubmission.get(row.id) ?? [];
  }
  return rows;
}
