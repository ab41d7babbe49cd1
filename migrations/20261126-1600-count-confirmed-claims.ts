import { QueryTypes } from "sequelize";
import { countedColumns, recountTotals } from "./recount-totals.ts";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** SQL of a submission `s`. */
const toTruthState = (verified: string) => ({
  value: `CASE WHEN s.withdrawnAt IS NOT NULL THEN 'none' WHEN s.status = 'pending' THEN 'waiting'
    WHEN s.status = 'handled' THEN CASE WHEN s.chargedBackAt IS NOT NULL THEN 'charged_back' ELSE ${verified} END
    WHEN s.handledAt IS NULL THEN 'none' ELSE 'rejected' END`,
  type: ({ ascii }: ReturnType<typeof columnTypes>) => `${ascii(12)} NOT NULL DEFAULT 'none'`,
});

/** The statement's lines that verified a submission `s`, unless somebody has decided it again since. */
const evidence = `SELECT 1 FROM statementEvidence e
  WHERE e.submissionId = s.id AND e.lines <> '[]' AND s.handledAt >= e.createdAt`;

/** The totals tell apart which verified claims a broker's statement has confirmed. */
export default {
  name: "20261126-1600-count-confirmed-claims",
  async up(queryInterface) {
    const { sequelize } = queryInterface;
    await addColumns(queryInterface, "submissions", {
      confirmedByStatement: `${columnTypes(queryInterface).boolean} NULL`,
    });
    // Without a statement's decision the totals stay as they are.
    const decided = await sequelize.query("SELECT 1 FROM statementEvidence LIMIT 1", {
      type: QueryTypes.SELECT,
    });
    if (decided.length === 0) return;
    const truthState = toTruthState(
      "CASE WHEN s.confirmedByStatement = 1 THEN 'confirmed' ELSE 'verified' END",
    );
    await recountTotals(queryInterface, {
      counted: { ...countedColumns, truthState },
      prepare: async (range, replacements) => {
        await sequelize.query(
          `UPDATE submissions AS s SET confirmedByStatement = 1 WHERE ${range} AND s.status = 'handled' AND EXISTS (${evidence})`,
          { replacements },
        );
      },
    });
  },
  async down(queryInterface) {
    await recountTotals(queryInterface, {
      counted: { ...countedColumns, truthState: toTruthState("'verified'") },
      prepare: async () => {},
    });
    await dropColumns(queryInterface, "submissions", ["confirmedByStatement"]);
  },
} satisfies Migration;
