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
  forms: { exclude: ["userId"] },
  submissions: { exclude: ["userId", "submissionKey", "bodyHash", "emailKey", "onceEmail", "version"] },
  deliveries: {
    exclude: ["userId", "leaseToken", "adPlatform"],
    include: [["adPlatform", "platform"] as ProjectionAlias],
  },
};

/** What an account owns besides its submissions. */
export async function exportAccount(userId: string) {
  const where = { userId };
  const [sessions, apiKeys, identities, connections, forms, platforms] = await Promise.all([
    Session.findAll({ where, attributes: kept.sessions, raw: true }),
    ApiKey.findAll({ where, attributes: kept.apiKeys, raw: true }),
    Identity.findAll({ where, attributes: kept.identities, raw: true }),
    Connection.findAll({ where, attributes: kept.connections, raw: true }),
    OptInForm.findAll({ where, attributes: kept.forms, raw: true }),
    Platform.findAll({
      where,
      attributes: { exclude: ["userId", "nameKey"] },
      include: [{ model: CommissionTier, as: "commissionTiers" }],
      order: [["position", "ASC"]],
    }),
  ]);
  return {
    sessions,
    apiKeys,
    identities,
    connections,
    forms,
    platforms: platforms.map((platform) => platform.toJSON()),
  };
}

/** An account's submissions with what they earned, their deliveries and attempts as JSON text, page by page: never all rows at once. */
export async function* exportSubmissions(userId: string): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows: Submission[] = await Submission.findAll({
      where: { userId, id: { [Op.gt]: after } },
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
