import { literal, Op, QueryTypes, type WhereOptions } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { DELIVERY_STATES_UNDER_WAY, type EventFilter, type EventState, isUnderWay } from "#app/lib/domain.ts";

/** Of several deliveries, the first state in this list explains why an event was not accepted. */
const SEVERITY = ["failed", "expired", "parked", "retrying", "queued", "confirming", "skipped"] as const;

/**
 * SQL for the event state of a verified submission. The primary ad platform's delivery decides, as for the
 * event status.
 */
function stateOf(submission: string, primary: string, select = "d.state"): string {
  const severity = SEVERITY.map((state, index) => `WHEN '${state}' THEN ${index}`).join(" ");
  return `COALESCE((SELECT ${select} FROM deliveries d
    WHERE d.submissionId = ${submission}.\`id\` AND d.workspaceId = ${submission}.\`workspaceId\` AND d.state <> 'sent'
    ORDER BY CASE WHEN d.state = 'skipped' THEN 1 ELSE 0 END, CASE WHEN d.adPlatform = ${escapeValue(primary)} THEN 0 ELSE 1 END, CASE d.state ${severity} END
    LIMIT 1), 'none')`;
}

/** The same, with those under way as one. */
export const countedStateOf = (submission: string, primary: string): string =>
  stateOf(submission, primary, `CASE WHEN d.state IN (${underWay}) THEN 'open' ELSE d.state END`);

const underWay = DELIVERY_STATES_UNDER_WAY.map(escapeValue).join(", ");

/** States of events that the ad platform received. */
const HANDED_OVER = ["failed", "retrying", "confirming"];

/** Events under way that need another try or a connection; the others arrive by themselves. */
const STUCK = "('parked', 'retrying')";

/** The index of the event status keeps the list's order, which one of several event states would not. */
const isProblem: WhereOptions = {
  [Op.and]: [
    { status: "handled", eventStatus: "failed" },
    {
      [Op.or]: [
        { eventState: ["failed", "expired"] },
        {
          [Op.and]: [
            { eventState: "open" },
            literal(
              `EXISTS (SELECT 1 FROM deliveries d WHERE d.submissionId = \`Submission\`.\`id\` AND d.workspaceId = \`Submission\`.\`workspaceId\` AND d.state IN ${STUCK})`,
            ),
          ],
        },
      ],
    },
  ],
};

/** How many of the problems are still under way. Read from the events, of which few are stuck. */
export async function countStuck(workspaceId: string): Promise<number> {
  const [row] = await sequelize.query<{ count: number | string }>(
    `SELECT COUNT(DISTINCT s.id) AS \`count\` FROM deliveries d JOIN submissions s ON s.id = d.submissionId
     WHERE d.workspaceId = :workspaceId AND d.state IN ${STUCK}
       AND s.workspaceId = d.workspaceId AND s.status = 'handled' AND s.eventState = 'open'`,
    { type: QueryTypes.SELECT, replacements: { workspaceId } },
  );
  return Number(row?.count ?? 0);
}

/** The condition of submissions whose event is in a state. */
export function isInEventState(state: EventFilter, primary: string): WhereOptions {
  const among = (states: readonly string[]) =>
    literal(`${stateOf("`Submission`", primary)} IN (${states.map(escapeValue).join(", ")})`);
  if (state === "accepted") return { eventStatus: "sent" };
  if (state === "problem") return isProblem;
  if (state === "sent")
    return {
      [Op.or]: [{ eventStatus: "sent" }, { [Op.and]: [{ eventStatus: "failed" }, among(HANDED_OVER)] }],
    };
  if (state === "confirmed")
    return { [Op.and]: [{ eventStatus: "sent" }, isInStateAt(primary, "confirmed")] };
  if (!isUnderWay(state)) return { status: "handled", eventState: state };
  return { [Op.and]: [{ status: "handled", eventState: "open" }, among([state])] };
}

/**
 * The condition of verified submissions whose event is in a state at one ad platform.
 * @param isFrequent whether many match. The `LIMIT` then makes MySQL scan submissions in order instead of
 * collecting all matching deliveries.
 */
export function isInStateAt(
  adPlatform: string,
  state: EventFilter | undefined,
  isFrequent = false,
): WhereOptions {
  const states = stateNames(state);
  const conditions = [
    "d.submissionId = `Submission`.`id` AND d.workspaceId = `Submission`.`workspaceId`",
    `d.adPlatform = ${escapeValue(adPlatform)}`,
    ...(states ? [`d.state IN (${states.map(escapeValue).join(", ")})`] : []),
    ...(state === "confirmed" ? ["d.receipt IS NOT NULL"] : []),
  ];
  const found = `SELECT 1 FROM deliveries d WHERE ${conditions.join(" AND ")}`;
  return {
    [Op.and]: [
      { status: "handled" },
      literal(isFrequent ? `(${found} LIMIT 1) IS NOT NULL` : `EXISTS (${found})`),
    ],
  };
}

function stateNames(state: EventFilter | undefined): string[] | null {
  if (state === undefined) return null;
  if (state === "sent") return ["sent", ...HANDED_OVER];
  if (state === "problem") return ["failed", "expired", "parked", "retrying"];
  return [state === "accepted" || state === "confirmed" ? "sent" : state];
}

type Counted = {
  workspaceId: string;
  from: Date;
  before: Date;
  primary: string;
  /** A SELECT of the claims' ids, if not all claims count. */
  matching?: string | undefined;
};

/** How many events of the claims of a range were not accepted, by state: of all, or of those under way. */
export async function countUnaccepted(
  { primary, ...range }: Counted,
  of: "all" | "open",
): Promise<{ state: EventState; count: number }[]> {
  const rows = await sequelize.query<{ state: EventState; count: number | string }>(
    `SELECT state, COUNT(*) AS \`count\` FROM (
       SELECT ${stateOf("s", primary)} AS state FROM submissions s
       WHERE s.workspaceId = :workspaceId AND s.eventState ${of === "open" ? "= 'open'" : "IS NOT NULL"}
         AND s.createdAt >= ${escapeValue(range.from)} AND s.createdAt < ${escapeValue(range.before)} AND s.status = 'handled'
         ${range.matching ? `AND s.id IN (${range.matching})` : ""}
     ) AS events GROUP BY state`,
    { type: QueryTypes.SELECT, replacements: { workspaceId: range.workspaceId } },
  );
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}
