import { Op, type ProjectionAlias } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import {
  ApiKey,
  AuditEntry,
  BrokerContract,
  BrokerLink,
  Commission,
  Connection,
  Correction,
  Delivery,
  DeliveryAttempt,
  Identity,
  NamedLink,
  Notification,
  OptInForm,
  Platform,
  PushSubscription,
  Session,
  Submission,
  SubscriptionGrant,
  SupportAccess,
  TelegramDeskChat,
  User,
} from "#app/models/index.server.ts";
import { listClicksOfClaims } from "#app/services/broker-links/person-clicks.server.ts";
import { addTelegramClaims } from "#app/services/chat-claims/telegram-claims.server.ts";
import { listOwnRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findFormParts, type OwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { toNotificationResponse } from "#app/services/notifications/read-notifications.server.ts";
import { FORM_ORDER } from "#app/services/opt-in-forms/default-form.server.ts";
import { readContracts } from "#app/services/platforms/contracts/read-contracts.server.ts";
import { withContracts } from "#app/services/platforms/list-platforms.server.ts";
import { findPlaces, getLastPlace, type Place } from "#app/services/submissions/find-places.server.ts";
import type { Membership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

/** Small, because each submission includes all requests and responses of its deliveries. */
const PAGE = 100;

/** Names the exported columns, so that those that give access are left out. */
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
  pushSubscriptions: ["id", "sessionId", "createdAt", "lastPushedAt"],
  telegramChats: ["id", "workspaceId", "chatId", "isGroup", "title", "createdAt"],
  connections: [
    "id",
    // The names that exports have always used.
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
  // Who acted, and from where, is somebody else's data.
  auditEntries: ["id", "action", "detail", "createdAt"],
  submissions: { exclude: ["submissionKey", "bodyHash", "emailKey", "uniqueEmail"] },
};

async function exportOwn(userId: string, timeZone: string) {
  const where = { userId };
  const [sessions, identities, auditEntries, notifications, pushSubscriptions, telegramChats] =
    await Promise.all([
      Session.findAll({ where, attributes: exported.sessions }),
      Identity.findAll({ where, attributes: exported.identities }),
      AuditEntry.findAll({ where: { targetUserId: userId }, attributes: exported.auditEntries }),
      Notification.findAll({ where, order: [["id", "ASC"]] }),
      PushSubscription.findAll({ where, attributes: exported.pushSubscriptions }),
      TelegramDeskChat.findAll({ where, attributes: exported.telegramChats }),
    ]);
  return {
    sessions,
    identities,
    auditEntries,
    pushSubscriptions,
    telegramChats,
    notifications: notifications.map((row) => toNotificationResponse(row, timeZone)),
  };
}

/** What belongs to a workspace, without its submissions. */
async function exportWorkspace(workspaceId: string) {
  const where = { workspaceId };
  const [
    apiKeys,
    connections,
    forms,
    links,
    brokerLinks,
    platforms,
    contracts,
    exchangeRates,
    subscriptionGrants,
    supportAccesses,
  ] = await Promise.all([
    ApiKey.findAll({
      where,
      attributes: exported.apiKeys,
      include: [{ model: User, as: "createdBy", attributes: ["name"], required: false }],
    }),
    Connection.findAll({ where, attributes: exported.connections }),
    OptInForm.findAll({ where, order: FORM_ORDER }),
    NamedLink.findAll({ where, attributes: { exclude: ["workspaceId"] }, order: [["createdAt", "ASC"]] }),
    BrokerLink.findAll({
      where,
      attributes: { exclude: ["workspaceId"] },
      order: [["createdAt", "ASC"]],
    }),
    Platform.findAll({
      where,
      attributes: { exclude: ["workspaceId", "nameKey"] },
      order: [["position", "ASC"]],
    }),
    BrokerContract.findAll({ where }),
    listOwnRates(workspaceId),
    SubscriptionGrant.findAll({ where, attributes: exported.subscriptionGrants }),
    SupportAccess.findAll({ where, attributes: exported.supportAccesses }),
  ]);
  const ownForms: OwnForm[] = [];
  for (const form of forms) ownForms.push(await findFormParts(form));
  return {
    apiKeys,
    connections,
    forms: ownForms,
    links,
    brokerLinks,
    platforms: withContracts(platforms, readContracts(contracts)),
    exchangeRates,
    subscriptionGrants,
    supportAccesses,
  };
}

const nothing = {
  apiKeys: [],
  connections: [],
  forms: [],
  links: [],
  brokerLinks: [],
  platforms: [],
  exchangeRates: [],
  subscriptionGrants: [],
  supportAccesses: [],
};

/** An account's data besides the submissions; the workspace's only for a role that may export it. */
export async function exportAccount({ userId, workspace, role }: Membership & { userId: string }) {
  const isAll = isAllowed(role, "workspace:export");
  return {
    ...(await exportOwn(userId, workspace.timeZone)),
    ...(isAll ? await exportWorkspace(workspace.id) : nothing),
  };
}

/**
 * The submissions of `exportAccount`, with commissions, deliveries and attempts, oldest first and a page at a
 * time.
 */
export async function* exportSubmissions({ workspace, role }: Membership): AsyncGenerator<Submission[]> {
  if (!isAllowed(role, "workspace:export")) return;
  let last: Place | undefined;
  do {
    const where = { workspaceId: workspace.id };
    const places = await retryRead(() => findPlaces({ where, limit: PAGE, after: last }));
    yield await addRelated(workspace.id, await findSubmissions(workspace.id, places));
    last = getLastPlace(places, PAGE);
  } while (last);
}

const findSubmissions = (workspaceId: string, places: Place[]): Promise<Submission[]> =>
  retryRead(() =>
    Submission.findAll({
      where: { workspaceId, id: places.map(({ id }) => id) },
      attributes: exported.submissions,
      order: [
        ["createdAt", "ASC"],
        ["id", "ASC"],
      ],
    }),
  );

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
  const clicks = await listClicksOfClaims(workspaceId, rows);
  await addTelegramClaims(rows);
  const bySubmission = groupBy(deliveries, ({ submissionId }) => submissionId);
  for (const row of rows) {
    row.linkClicks = clicks.get(row.id) ?? [];
    row.commission = commissions.get(row.id) ?? null;
    row.corrections = corrections.filter(({ submissionId }) => submissionId === row.id);
    row.deliveries = bySubmission.get(row.id) ?? [];
  }
  return rows;
}
