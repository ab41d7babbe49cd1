import type { QueryInterface } from "sequelize";
import { countedColumns, OPEN, recountTotals } from "./recount-totals.ts";
import type { Migration } from "./table.ts";

const { status, eventStatus } = countedColumns;

/** Of all deliveries of a submission `s`, whichever the ad platform. */
const firstState = `CASE (
    SELECT MIN(CASE WHEN d.state = 'failed' THEN 0 WHEN d.state = 'expired' THEN 1 WHEN d.state IN ${OPEN} THEN 2 WHEN d.state = 'sent' THEN 3 ELSE 4 END)
    FROM deliveries d WHERE d.submissionId = s.id
  ) WHEN 0 THEN 'failed' WHEN 1 THEN 'expired' WHEN 2 THEN 'open' WHEN 3 THEN 'sent' WHEN 4 THEN 'skipped' ELSE 'none' END`;

/** Before: of those that have not accepted, Meta's first, and none once the event status is 'sent'. */
const stateOfMeta = `CASE WHEN s.eventStatus = 'sent' THEN NULL ELSE COALESCE((
    SELECT CASE WHEN d.state IN ${OPEN} THEN 'open' ELSE d.state END FROM deliveries d
    WHERE d.submissionId = s.id AND d.state <> 'sent'
    ORDER BY CASE WHEN d.state = 'skipped' THEN 1 ELSE 0 END, CASE WHEN d.adPlatform = 'meta' THEN 0 ELSE 1 END,
      CASE d.state WHEN 'failed' THEN 0 WHEN 'expired' THEN 1 ELSE 2 END
    LIMIT 1), 'none') END`;

/**
 * Renames the filter by what an ad platform was called for, in saved views and in exports that wait. Run again,
 * it finds nothing; so `accepted` stays, another name of the new `sent`.
 */
async function renameFilter({ sequelize }: QueryInterface, from: string, to: string): Promise<void> {
  for (const [table, before, after] of [
    ["savedViews", `event=${from}`, `event=${to}`],
    ["listExports", `"event":"${from}"`, `"event":"${to}"`],
  ])
    await sequelize.query(
      `UPDATE ${table} SET query = REPLACE(query, '${before}', '${after}') WHERE query LIKE '%${before}%'`,
    );
}

/**
 * A submission's event state is the first one that any of its deliveries has, and the totals count by it.
 * They are made anew from the rows: run again after a kill, it begins again.
 */
const migration: Migration = {
  name: "20261125-1200-recount-event-states",
  async up(queryInterface) {
    await recount(queryInterface, { eventState: firstState, isCounted: true });
    await renameFilter(queryInterface, "sent", "attempted");
  },
  async down(queryInterface) {
    await recount(queryInterface, { eventState: stateOfMeta, isCounted: false });
    await renameFilter(queryInterface, "attempted", "sent");
  },
};

type Rule = {
  /** SQL of a verified submission's event state. */
  eventState: string;
  /** Whether it is a column of the totals; before, it was a kind of its own. */
  isCounted: boolean;
};

function recount(queryInterface: QueryInterface, { eventState, isCounted }: Rule): Promise<void> {
  return recountTotals(queryInterface, {
    counted: isCounted ? countedColumns : { status, eventStatus },
    kinds: isCounted ? [] : [["event", "s.eventState", "AND s.eventState IS NOT NULL"]],
    prepare: async (range, replacements) => {
      await queryInterface.sequelize.query(
        `UPDATE submissions AS s SET eventState = ${eventState} WHERE ${range} AND s.status = 'handled'`,
        { replacements },
      );
    },
  });
}

export default migration;
