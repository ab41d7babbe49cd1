import { literal, Op, type WhereOptions } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { exactly, likeEscape } from "#app/database/dialect.server.ts";
import { isInEventState, isInStateAt } from "#app/database/queries/event-states.server.ts";
import type { DateRange } from "#app/lib/date-range.ts";
import { HOUR } from "#app/lib/dates.ts";
import { isId } from "#app/lib/ids.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

/** The condition of the list's filters. */
export function filterOf(workspaceId: string, query: SubmissionsQuery, range: DateRange): WhereOptions {
  const all: WhereOptions[] = [{ workspaceId }];
  if (query.status) all.push({ status: query.status });
  if (query.eventStatus) all.push({ eventStatus: query.eventStatus });
  if (query.platform) all.push({ platformId: query.platform });
  for (const column of ["source", "campaign", "country"] as const)
    if (query[column]) all.push(hasValue(column, query[column]));
  if (query.hour !== undefined) all.push({ hour: query.hour });
  if (query.adPlatform) all.push(isInStateAt(query.adPlatform, query.event));
  else if (query.event) all.push(isInEventState(query.event, adPlatforms.primary.id));
  if (range.from) all.push({ createdAt: { [Op.gte]: range.from } });
  if (range.before) all.push({ createdAt: { [Op.lt]: range.before } });
  if (query.expiresWithin) {
    const now = Date.now();
    all.push({
      status: "pending",
      sendBefore: { [Op.gt]: new Date(now), [Op.lte]: new Date(now + query.expiresWithin * HOUR) },
    });
  }
  if (query.search) all.push(matches(query.search));
  return { [Op.and]: all };
}

/** In the query, what stands for submissions without a source, campaign or country. */
export const NO_VALUE = "(none)";

/** As the totals compare it, letter by letter. */
function hasValue(column: "source" | "campaign" | "country", value: string): WhereOptions {
  if (value === NO_VALUE) return { [column]: null };
  return literal(`${exactly(`\`Submission\`.\`${column}\``)} = ${sequelize.escape(value)}`);
}

function matches(search: string): WhereOptions {
  const pattern = sequelize.escape(`%${search.replace(/[\\%_]/g, "\\$&")}%`);
  const digits = search.replace(/\D/g, "");
  const like = (column: string, value = pattern) =>
    literal(`\`Submission\`.\`${column}\` LIKE ${value} ${likeEscape}`);
  return {
    [Op.or]: [
      like("email"),
      like("reference"),
      ...(isId(search) ? [{ id: search }] : []),
      ...(digits.length >= 4 ? [like("phone", sequelize.escape(`%${digits}%`))] : []),
    ],
  };
}
