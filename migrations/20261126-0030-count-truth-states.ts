import { QueryTypes } from "sequelize";
import { normalizeCampaign, normalizeSource } from "#app/lib/sources.ts";
import { countedColumns, recountTotals } from "./recount-totals.ts";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** SQL of a submission `s`: what became of it, as the truth rate counts it. */
const truthState = `CASE WHEN s.withdrawnAt IS NOT NULL THEN 'none' WHEN s.status = 'pending' THEN 'waiting'
  WHEN s.status = 'handled' THEN CASE WHEN s.chargedBackAt IS NULL THEN 'verified' ELSE 'charged_back' END
  WHEN s.handledAt IS NULL THEN 'none' ELSE 'rejected' END`;

/** The last correction since the decision, if it is a charge-back. */
const chargedBackAt = `(SELECT MAX(c.createdAt) FROM corrections c
  WHERE c.submissionId = s.id AND c.isChargeback = 1 AND c.createdAt >= s.handledAt AND NOT EXISTS
    (SELECT 1 FROM corrections later WHERE later.submissionId = s.id AND later.createdAt > c.createdAt))`;

type Row = { id: string; source: string | null; campaign: string | null };

/**
 * The totals count submissions by their truth state too, and each source and campaign in its one form. What the
 * visitor's link said stays in `utmSource`, `utmCampaign` and `referrer`.
 */
const migration: Migration = {
  name: "20261126-0030-count-truth-states",
  async up(queryInterface) {
    const { sequelize } = queryInterface;
    await addColumns(queryInterface, "submissions", {
      chargedBackAt: `${columnTypes(queryInterface).time} NULL`,
    });
    await recountTotals(queryInterface, {
      counted: {
        ...countedColumns,
        truthState: { value: truthState, type: ({ ascii }) => `${ascii(12)} NOT NULL DEFAULT 'none'` },
      },
      prepare: async (range, replacements) => {
        await sequelize.query(
          `UPDATE submissions AS s SET chargedBackAt = ${chargedBackAt} WHERE ${range} AND s.status = 'handled' AND s.id IN (SELECT submissionId FROM corrections)`,
          { replacements },
        );
        const rows = await sequelize.query<Row>(
          `SELECT id, source, campaign FROM submissions s WHERE ${range} AND (source IS NOT NULL OR campaign IS NOT NULL)`,
          { type: QueryTypes.SELECT, replacements },
        );
        for (const { ids, ...change } of findChanges(rows))
          await sequelize.query(
            "UPDATE submissions SET source = :source, campaign = :campaign WHERE id IN (:ids)",
            { replacements: { ...change, ids } },
          );
      },
    });
  },
  async down(queryInterface) {
    await recountTotals(queryInterface, {
      counted: countedColumns,
      prepare: async (range, replacements) => {
        await queryInterface.sequelize.query(
          `UPDATE submissions AS s SET source = COALESCE(s.utmSource, s.source),
             campaign = CASE WHEN s.campaign = '(other)' THEN s.campaign ELSE COALESCE(s.utmCampaign, s.campaign) END
           WHERE ${range}`,
          { replacements },
        );
      },
    });
    await dropColumns(queryInterface, "submissions", ["chargedBackAt"]);
  },
};

/** Rows whose source or campaign has another form, those that get the same together. */
function findChanges(rows: Row[]): (Omit<Row, "id"> & { ids: string[] })[] {
  const changes = new Map<string, Omit<Row, "id"> & { ids: string[] }>();
  for (const { id, ...row } of rows) {
    const source = normalizeSource(row.source ?? "");
    const campaign = normalizeCampaign(row.campaign ?? "");
    if (source === row.source && campaign === row.campaign) continue;
    const key = JSON.stringify([source, campaign]);
    const change = changes.get(key) ?? { source, campaign, ids: [] };
    change.ids.push(id);
    changes.set(key, change);
  }
  return [...changes.values()];
}

export default migration;
