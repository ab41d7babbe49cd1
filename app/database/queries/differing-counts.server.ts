import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { asNumber, escapeValue, exactly } from "#app/database/dialect.server.ts";
import { DELIVERY_STATES_UNDER_WAY } from "#app/lib/event-state.ts";
import { DIMENSION_NAMES, DIMENSIONS, stateColumns } from "./counted-claims.server.ts";
import { LEVELS, STATES } from "./counts.server.ts";

type Place = { workspaceId: string; day: string };
/** `2026-11` */
type Month = { workspaceId: string; month: string };

const select = <T extends object>(sql: string): Promise<T[]> =>
  sequelize.query<T>(sql, { type: QueryTypes.SELECT });

const ofDays = (basis: string, kind: string) =>
  `FROM counts WHERE basis = ${escapeValue(basis)} AND kind = ${escapeValue(kind)} AND LENGTH(period) = 10`;

/** SQL: the unmarked days of which two sides, selected with an `amount`, do not add up to zero. */
const selectDiffering = (sides: string[], keys: readonly string[]) =>
  `SELECT DISTINCT workspaceId, day FROM (
     SELECT workspaceId, day FROM (${sides.join(" UNION ALL ")}) AS sides
     WHERE NOT EXISTS (SELECT 1 FROM dayMarks m WHERE m.workspaceId = sides.workspaceId AND m.day = sides.day)
     GROUP BY workspaceId, day, ${keys.join(", ")} HAVING ROUND(SUM(amount), 4) <> 0
   ) AS differing`;

const states = STATES.join(", ");
const minus = (columns: string) =>
  `SELECT workspaceId, claimDay AS day, ${columns}, -${asNumber("amount")} AS amount`;

/** What settled events of verified claims count as, by the deliveries themselves. */
const settled = `SELECT s.workspaceId, s.day, ${exactly("CONCAT(d.adPlatform, ':', CASE WHEN d.state = 'sent' AND d.receipt IS NOT NULL THEN 'confirmed' ELSE d.state END)")} AS value, 1 AS amount
  FROM submissions s JOIN deliveries d ON d.submissionId = s.id
  WHERE s.status = 'handled' AND d.state NOT IN (${DELIVERY_STATES_UNDER_WAY.map(escapeValue).join(", ")})`;

/**
 * The days without a mark whose counts are not what their claims and spend add up to, and the months that are not
 * what their days add up to. Money is compared by the months only, because converting it again takes all claims.
 */
export async function findDifferingCounts(): Promise<{ days: Place[]; months: Month[] }> {
  const found: Place[][] = [];
  for (const name of DIMENSION_NAMES) {
    const { value, hasMoney } = DIMENSIONS[name];
    const claims = `SELECT workspaceId, day, value, ${states}, 1 AS amount FROM (
      SELECT s.workspaceId, s.day, ${value} AS value, ${stateColumns} FROM submissions s) AS claims WHERE value IS NOT NULL`;
    for (const basis of hasMoney ? ["claim", "click"] : ["claim"])
      found.push(
        await select(
          selectDiffering(
            [claims, `${minus(`value, ${states}`)} ${ofDays(basis, name)} AND measure = 'claims'`],
            ["value", ...STATES],
          ),
        ),
      );
  }
  for (const basis of ["claim", "click"])
    found.push(
      await select(
        selectDiffering(
          [
            `SELECT workspaceId, day, ${states}, \`count\` AS amount FROM submissionTotals`,
            `${minus(states)} ${ofDays(basis, "origin")} AND measure = 'claims'`,
          ],
          STATES,
        ),
      ),
    );
  found.push(
    await select(
      selectDiffering(
        [settled, `${minus("value")} ${ofDays("claim", "delivery")} AND measure = 'claims'`],
        ["value"],
      ),
    ),
    await select(
      selectDiffering(
        [
          `SELECT workspaceId, day, CONCAT('accepted:', SUBSTR(value, 1, LENGTH(value) - LENGTH(':sent'))) AS measure, 1 AS amount FROM (${settled}) AS settled WHERE value LIKE '%:sent'`,
          `SELECT workspaceId, day, CONCAT('accepted:', SUBSTR(value, 1, LENGTH(value) - LENGTH(':confirmed'))) AS measure, 1 AS amount FROM (${settled}) AS settled WHERE value LIKE '%:confirmed'`,
          `${minus("measure")} ${ofDays("claim", "form")} AND measure LIKE 'accepted:%'`,
        ],
        ["measure"],
      ),
    ),
    await select(
      selectDiffering(
        [
          `SELECT s.workspaceId, s.day, c.tierCurrency AS value, ${asNumber("c.earned")} AS amount
           FROM commissions c JOIN submissions s ON s.id = c.submissionId WHERE c.earned IS NOT NULL`,
          `${minus("value")} ${ofDays("claim", "earned")}`,
        ],
        ["value"],
      ),
    ),
    ...(await Promise.all(
      ["impressions", "clicks"].map((name) =>
        select<Place>(
          selectDiffering(
            [
              `SELECT workspaceId, day, '' AS value, COALESCE(${name}, 0) AS amount FROM spendRows`,
              `${minus("value")} ${ofDays("spend", "day")} AND measure = '${name}'`,
            ],
            ["value"],
          ),
        ),
      ),
    )),
  );
  return { days: found.flat(), months: await select(selectDifferingMonths()) };
}

/** Months that differ from their days, or of which some ten of days does. */
function selectDifferingMonths(): string {
  const keys = `workspaceId, basis, kind, value, measure, ${states}`;
  const part = (sign: string, length: number, from: number) =>
    `SELECT ${keys}, SUBSTR(period, 1, ${length}) AS period, ${sign}${asNumber("amount")} AS amount FROM counts WHERE LENGTH(period) = ${from}`;
  const differing = LEVELS.map(
    ({
      length,
    }) => `SELECT workspaceId, period FROM (${part("", length, length)} UNION ALL ${part("-", length, 10)}) AS sides
      GROUP BY ${keys}, period HAVING ROUND(SUM(amount), 4) <> 0`,
  );
  return `SELECT DISTINCT workspaceId, SUBSTR(period, 1, 7) AS month FROM (${differing.join(" UNION ALL ")}) AS differing`;
}
