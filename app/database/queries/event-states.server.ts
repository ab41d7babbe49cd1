import { literal, Op, QueryTypes, type WhereOptions } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { EventState } from "#app/lib/domain.ts";

/** Of several deliveries the one that tells why an event was not accepted. */
const SEVERITY = ["failed", "expired", "parked", "retrying", "queued", "confirming", "skipped"] as const;

/**
 * SQL for how far the event of a verified submission is. The primary ad platform's delivery decides, as for
 * the event status.
 */
function stateOf(submission: string, primary: string): string {
  const severity = SEVERITY.map((state, index) => `WHEN '${state}' THEN ${index}`).join(" ");
  return `COALESCE((SELECT d.state FROM deliveries d
    WHERE d.submissionId = ${submission}.\`id\` AND d.workspaceId = ${submission}.\`workspaceId\` AND d.state <> 'sent'
    ORDER BY CASE WHEN d.state = 'skipped' THEN 1 ELSE 0 END, CASE WHEN d.adPlatform = ${escapeValue(primary)} THEN 0 ELSE 1 END, CASE d.state ${severity} END
    LIMIT 1), 'none')`;
}

/** The events that an ad platform has got, whatever it made of them. */
const HANDED_OVER = ["failed", "retrying", "confirming"];

/** The condition of submissions whose event is in a state. */
export function isInEventState(state: EventState | "sent" | "confirmed", primary: string): WhereOptions {
  const among = (states: readonly string[]) =>
    literal(`${stateOf("`Submission`", primary)} IN (${states.map(escapeValue).join(", ")})`);
  if (state === "accepted") return { eventStatus: "sent" };
  if (state === "sent")
    return {
      [Op.or]: [{ eventStatus: "sent" }, { [Op.and]: [{ eventStatus: "failed" }, among(HANDED_OVER)] }],
    };
  if (state === "confirmed")
    return { [Op.and]: [{ eventStatus: "sent" }, isInStateAt(primary, "confirmed")] };
  const eventStatus = state === "skipped" || state === "none" ? null : "failed";
  return { [Op.and]: [{ status: "handled", eventStatus }, among([state])] };
}

/** The condition of verified submissions whose event is in a state at one ad platform. */
export function isInStateAt(
  adPlatform: string,
  state: EventState | "sent" | "confirmed" | undefined,
): WhereOptions {
  const states = stateNames(state);
  const conditions = [
    "d.submissionId = `Submission`.`id` AND d.workspaceId = `Submission`.`workspaceId`",
    `d.adPlatform = ${escapeValue(adPlatform)}`,
    ...(states ? [`d.state IN (${states.map(escapeValue).join(", ")})`] : []),
    ...(state === "confirmed" ? ["d.receipt IS NOT NULL"] : []),
  ];
  return {
    [Op.and]: [
      { status: "handled" },
      literal(`EXISTS (SELECT 1 FROM deliveries d WHERE ${conditions.join(" AND ")})`),
    ],
  };
}

function stateNames(state: EventState | "sent" | "confirmed" | undefined): string[] | null {
  if (state === undefined) return null;
  if (state === "sent") return ["sent", ...HANDED_OVER];
  return [state === "accepted" || state === "confirmed" ? "sent" : state];
}

type Counted = {
  workspaceId: string;
  from: Date;
  before: Date;
  primary: string;
  /** A SELECT of the ids of the claims that count, where not all do. */
  matching?: string | undefined;
};

/** How many events of the claims of a time were not accepted, by their state. */
export async function countUnaccepted(
  { primary, ...range }: Counted,
  eventStatus: "failed" | null,
): Promise<{ state: EventState; count: number }[]> {
  const rows = await sequelize.query<{ state: EventState; count: number | string }>(
    `SELECT state, COUNT(*) AS \`count\` FROM (
       SELECT ${stateOf("s", primary)} AS state FROM submissions s
       WHERE s.workspaceId = :workspaceId AND s.eventStatus ${eventStatus === null ? "IS NULL" : "= 'failed'"}
         AND s.createdAt >= ${escapeValue(range.from)} AND s.createdAt < ${escapeValue(range.before)} AND s.status = 'handled'
         ${range.matching ? `AND s.id IN (${range.matching})` : ""}
     ) AS events GROUP BY state`,
    { type: QueryTypes.SELECT, replacements: { workspaceId: range.workspaceId } },
  );
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}
