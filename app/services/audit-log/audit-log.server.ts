import { literal, Op, type Transaction, type WhereOptions } from "sequelize";
import { retryRead, sequelize } from "#app/database/connection.server.ts";
import { likeEscape } from "#app/database/dialect.server.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import type { AuditAction } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import { AuditEntry, type User } from "#app/models/index.server.ts";
import type { AuditQuery } from "#app/schemas/admin.ts";
import { PAGE_SIZE } from "#app/schemas/shared/limits.ts";

/** Who acts, and from where. */
export type Actor = { user: Pick<User, "id" | "username">; ip: string | null };

type Entry = {
  actor: Actor;
  action: AuditAction;
  /** The account that it is about, if it is about one. */
  target?: Pick<User, "id" | "username">;
  detail?: string | null;
};

/** The privacy policy says two years. */
const CHUNK = 500;

/** Writes an entry in the transaction of what it is about. */
export async function recordAudit(
  { actor, action, target, detail = null }: Entry,
  transaction: Transaction,
): Promise<void> {
  await AuditEntry.create(
    {
      id: newId(),
      action,
      actorUserId: actor.user.id,
      actorName: actor.user.username,
      targetUserId: target?.id ?? null,
      targetName: target?.username ?? null,
      detail,
      ip: actor.ip,
      createdAt: new Date(),
    },
    { transaction },
  );
}

type Filters = Omit<AuditQuery, "page">;

function toWhere({ action, search, user, ...days }: Filters, timeZone: string): WhereOptions {
  const { from, before } = readDateRange(timeZone, days);
  const pattern = sequelize.escape(`%${search?.replace(/[\\%_]/g, "\\$&")}%`);
  const like = (column: string) => literal(`\`AuditEntry\`.\`${column}\` LIKE ${pattern} ${likeEscape}`);
  return {
    [Op.and]: [
      action ? { action } : {},
      user ? { targetUserId: user } : {},
      search ? { [Op.or]: [like("actorName"), like("targetName"), like("detail")] } : {},
      from ? { createdAt: { [Op.gte]: from } } : {},
      before ? { createdAt: { [Op.lt]: before } } : {},
    ],
  };
}

/**
 * One page of the log, the newest entry first.
 * @throws {Invalid} for a range whose end is before its start
 */
export async function listAuditEntries({ query, timeZone }: { query: AuditQuery; timeZone: string }) {
  const { page, ...filters } = query;
  const where = toWhere(filters, timeZone);
  const total = await retryRead(() => AuditEntry.count({ where }));
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const offset = (page - 1) * PAGE_SIZE;
  const entries = await retryRead(() =>
    AuditEntry.findAll({ where, order: [["id", "DESC"]], limit: PAGE_SIZE, offset }),
  );
  return { entries, pagination: { total, page, limit: PAGE_SIZE, pages } };
}

/**
 * All entries that the filters leave, a page at a time, the newest first.
 * @throws {Invalid} at once, for a range whose end is before its start
 */
export const exportAuditEntries = ({ query, timeZone }: { query: Filters; timeZone: string }) =>
  readInPages(toWhere(query, timeZone));

async function* readInPages(filters: WhereOptions): AsyncGenerator<AuditEntry[]> {
  let last: string | undefined;
  do {
    const where = { [Op.and]: [filters, last === undefined ? {} : { id: { [Op.lt]: last } }] };
    const rows = await retryRead(() => AuditEntry.findAll({ where, order: [["id", "DESC"]], limit: CHUNK }));
    yield rows;
    last = rows.length === CHUNK ? rows.at(-1)?.id : undefined;
  } while (last);
}
