import { type Model, type ModelStatic, Op } from "sequelize";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { databaseNow, has } from "#app/database/dialect.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { POSTBACK_LOG_DAYS } from "#app/lib/postbacks.ts";
import { STATEMENT_MATCHABLE_DAYS } from "#app/lib/statements.ts";
import {
  AuditEntry,
  BrokerClient,
  BrokerShape,
  BulkJob,
  Change,
  ContactMessage,
  DecoyRegistration,
  DomainEvent,
  LimitCount,
  LinkClick,
  ListExport,
  Mail,
  Notification,
  PendingConnection,
  Postback,
  PostbackSight,
  PushSubscription,
  Session,
  Statement,
  TelegramConversation,
  TelegramDeskCode,
  TelegramMessage,
  TelegramStart,
  TelegramUpdate,
  UploadPart,
  UsedAuthorization,
  WorkspaceInvitation,
} from "#app/models/index.server.ts";
import { CLICKS_KEPT_DAYS } from "#app/schemas/shared/limits.ts";
import { CHANGES_KEPT_MS } from "#app/services/changes/changes.server.ts";
import { deleteOldBrokerRows } from "#app/services/evidence/delete-old-rows.server.ts";
import { LIST_EXPORT_KEPT_MS } from "#app/services/list-exports/list-exports.server.ts";
import { deleteOldRefusals } from "#app/services/postbacks/refused-postbacks.server.ts";
import { singleJob } from "./single-job.server.ts";

type Retention = {
  model: ModelStatic<Model>;
  /** The column whose time is counted from. An id holds the time of creation. */
  since: "id" | "createdAt" | "expiresAt" | "finishedAt" | "seenAt";
  /** How long after that time a row is deleted. */
  keptMs: number;
  /** The other conditions of a row that is deleted. */
  where?: Record<string, unknown>;
  /** How many rows one transaction deletes. */
  limit?: number;
  everyMs?: number;
  /** Whether it runs as soon as rows are due. */
  runsWhenDue?: boolean;
};

/** How long rows are kept. The privacy policy's `stored-data.ts` tells what people must know of it. */
const RETENTIONS = {
  "old audit entries": { model: AuditEntry, since: "createdAt", keptMs: 730 * DAY },
  "old bulk jobs": { model: BulkJob, since: "finishedAt", keptMs: 30 * DAY, where: { state: "done" } },
  "old clicks": { model: LinkClick, since: "createdAt", keptMs: CLICKS_KEPT_DAYS * DAY },
  "old clients of brokers": { model: BrokerClient, since: "seenAt", keptMs: 400 * DAY },
  "old shapes of answers": { model: BrokerShape, since: "createdAt", keptMs: 400 * DAY },
  "old changes": { model: Change, since: "id", keptMs: CHANGES_KEPT_MS },
  "old contact messages": { model: ContactMessage, since: "createdAt", keptMs: 365 * DAY },
  "old domain events": { model: DomainEvent, since: "id", keptMs: 30 * DAY },
  "old emails": { model: Mail, since: "createdAt", keptMs: config.mailRetentionDays * DAY },
  // An expired one stays in the list for a while, so that it can be sent again.
  "old invitations": { model: WorkspaceInvitation, since: "expiresAt", keptMs: 30 * DAY },
  // Its parts go with it, and they can be large.
  "old list exports": { model: ListExport, since: "createdAt", keptMs: LIST_EXPORT_KEPT_MS, limit: 1 },
  "old notifications": { model: Notification, since: "id", keptMs: 90 * DAY },
  "old postbacks": { model: Postback, since: "id", keptMs: POSTBACK_LOG_DAYS * DAY },
  // Its file and rows went before it; its evidence stays.
  "old statements": {
    model: Statement,
    since: "createdAt",
    keptMs: STATEMENT_MATCHABLE_DAYS * DAY,
    limit: 1,
  },
  // Of files whose upload was cut off.
  "old upload parts": { model: UploadPart, since: "createdAt", keptMs: HOUR, limit: 20 },
  // What is left of them keeps the pace of their chat.
  "sent Telegram messages": {
    model: TelegramMessage,
    since: "id",
    keptMs: MINUTE,
    where: { state: "sent" },
    everyMs: MINUTE,
  },
  "unsent Telegram messages": { model: TelegramMessage, since: "id", keptMs: DAY },
  "expired Telegram codes": { model: TelegramDeskCode, since: "expiresAt", keptMs: 0 },
  "expired Telegram starts": { model: TelegramStart, since: "expiresAt", keptMs: 0 },
  "expired Telegram conversations": {
    model: TelegramConversation,
    since: "expiresAt",
    keptMs: 0,
    everyMs: MINUTE,
    runsWhenDue: true,
  },
  "old Telegram updates": { model: TelegramUpdate, since: "id", keptMs: 7 * DAY },
  // Until then it keeps others with its number away: Telegram repeats one for a day.
  "done Telegram updates": {
    model: TelegramUpdate,
    since: "id",
    keptMs: 2 * DAY,
    where: { state: "done" },
  },
  "expired authorizations": { model: UsedAuthorization, since: "expiresAt", keptMs: 0 },
  "expired decoy registrations": {
    model: DecoyRegistration,
    since: "expiresAt",
    keptMs: 0,
    everyMs: 2 * SECOND,
    runsWhenDue: true,
  },
  "expired limit counts": {
    model: LimitCount,
    since: "expiresAt",
    keptMs: 0,
    everyMs: 5 * MINUTE,
    runsWhenDue: true,
  },
  "expired postback sights": { model: PostbackSight, since: "expiresAt", keptMs: 0 },
  "expired pending connections": {
    model: PendingConnection,
    since: "expiresAt",
    keptMs: 0,
    everyMs: MINUTE,
    runsWhenDue: true,
  },
} as const satisfies Record<string, Retention>;

type RetentionName = keyof typeof RETENTIONS;

/** Deletes rows after their retention. @returns whether there may be more */
export function deleteOldRows(name: RetentionName): Promise<boolean> {
  const { model, since, keptMs, where, limit }: Retention = RETENTIONS[name];
  const before = new Date(Date.now() - keptMs);
  const old = { [since]: { [Op.lte]: since === "id" ? firstIdAt(before) : before } };
  return deleteChunk(model, { where: { ...where, ...old }, order: [[since, "ASC"]], limit });
}

/** Deletes push subscriptions whose session has ended. @returns whether there may be more */
export function deleteEndedSubscriptions(now = new Date()): Promise<boolean> {
  return deleteChunk(PushSubscription, {
    include: {
      model: Session,
      as: "session",
      attributes: [],
      required: true,
      where: { [Op.or]: [{ endedAt: { [Op.ne]: null } }, { expiresAt: { [Op.lte]: now } }] },
    },
  });
}

export const retentions = [
  ...Object.entries<Retention>(RETENTIONS).map(([name, { everyMs = HOUR, model, since, runsWhenDue }]) =>
    singleJob({
      name,
      everyMs,
      delayFirstRun: true,
      run: () => deleteOldRows(name as RetentionName),
      ...(runsWhenDue && {
        isDue: () => has(model.tableName, `${since} <= ${databaseNow()}`),
      }),
    }),
  ),
  singleJob({
    name: "old broker rows",
    everyMs: HOUR,
    delayFirstRun: true,
    run: () => deleteOldBrokerRows(),
  }),
  singleJob({
    name: "old refused postbacks",
    everyMs: HOUR,
    delayFirstRun: true,
    run: () => deleteOldRefusals(),
  }),
  singleJob({
    name: "ended push subscriptions",
    everyMs: HOUR,
    delayFirstRun: true,
    run: () => deleteEndedSubscriptions(),
  }),
];
