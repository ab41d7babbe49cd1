import { Op, type ProjectionAlias } from "sequelize";
import {
  ApiKey,
  Commission,
  CommissionTier,
  Connection,
  Delivery,
  DeliveryAttempt,
  Identity,
  OptInForm,
  Platform,
  Session,
  Submission,
} from "#app/models/index.server.ts";
import type { Membership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const PAGE = 500;

/** What opens something is left out by naming what goes in. */
const kept = {
  sessions: ["id", "createdAt", "lastUsedAt", "expiresAt", "endedAt", "ip", "userAgent", "deviceId"],
  apiKeys: ["id", "name", "prefix", "scopes", "createdAt", "expiresAt", "lastUsedAt", "revokedAt"],
  identities: ["id", "provider", "issuer", "subject", "email", "createdAt", "lastUsedAt"],
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
  forms: { exclude: ["workspaceId"] },
  submissions: { exclude: ["workspaceId", "submissionKey", "bodyHash", "emailKey", "onceEmail", "version"] },
  deliveries: {
    exclude: ["workspaceId", "leaseToken", "adPlatform"],
    include: [["adPlatform", "platform"] as ProjectionAlias],
  },
};

/** What belongs to an account itself. */
async function exportOwn(userId: string) {
  const where = { userId };
  const [sessions, identities] = await Promise.all([
    Session.findAll({ where, attributes: kept.sessions, raw: true }),
    Identity.findAll({ where, attributes: kept.identities, raw: true }),
  ]);
  return { sessions, identities };
}

/** What belongs to a workspace, without its submissions. */
async function exportWorkspace(workspaceId: string) {
  const where = { workspaceId };
  const [apiKeys, connections, forms, platforms] = await Promise.all([
    ApiKey.findAll({ where, attributes: kept.apiKeys, raw: true }),
    Connection.findAll({ where, attributes: kept.connections, raw: true }),
    OptInForm.findAll({ where, attributes: kept.forms, raw: true }),
    Platform.findAll({
      where,
      attributes: { exclude: ["workspaceId", "nameKey"] },
      include: [{ model: CommissionTier, as: "commissionTiers", attributes: { exclude: ["workspaceId"] } }],
      order: [["position", "ASC"]],
    }),
  ]);
  return { apiKeys, connections, forms, platforms: platforms.map((platform) => platform.toJSON()) };
}

const nothing = { apiKeys: [], connections: [], forms: [], platforms: [] };

/** An account's data besides the submissions; the workspace's only for a role that may export it. */
export async function exportAccount({ userId, workspace, role }: Membership & { userId: string }) {
  const isAll = isAllowed(role, "workspace:export");
  return {
    ...(await exportOwn(userId)),
    ...(isAll ? await exportWorkspace(workspace.id) : nothing),
  };
}

/**
 * The submissions of `exportAccount`, with commissions, deliveries and attempts, as JSON texts read page by
 * page.
 */
export async function* exportSubmissions({ workspace, role }: Membership): AsyncGenerator<string> {
  if (!isAllowed(role, "workspace:export")) return;
  let after = "";
  for (;;) {
    const rows: Submission[] = await Submission.findAll({
      where: { workspaceId: workspace.id, id: { [Op.gt]: after } },
      attributes: kept.submissions,
      order: [["id", "ASC"]],
      limit: PAGE,
      raw: true,
    });
    const ofRows = { submissionId: { [Op.in]: rows.map(({ id }) => id) } };
    const commissions = new Map(
      (await Commission.findAll({ where: ofRows, raw: true })).map((row) => [row.submissionId, row]),
    );
    const deliveries = await Delivery.findAll({
      where: ofRows,
      attributes: kept.deliveries,
      include: [{ model: DeliveryAttempt, as: "attempts" }],
    });
    const bySubmission = new Map<string, object[]>();
    for (const delivery of deliveries) {
      const own = bySubmission.get(delivery.submissionId) ?? [];
      bySubmission.set(delivery.submissionId, [...own, delivery.toJSON()]);
    }
    for (const row of rows)
      yield JSON.stringify({
        ...row,
        commission: commissions.get(row.id) ?? null,
        deliveries: bySubmission.get(row.id) ?? [],
      });
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
