import { type QueryInterface, QueryTypes } from "sequelize";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const BATCH = 500;
const LENGTH_MAX = 100;

/** As the form reads an account number since then. Of its own, because the code may change. */
function normalize(text: string): string {
  const plain = text
    .replace(/´/g, "'")
    .replace(/[^\p{No}]+/gu, (part) => part.normalize("NFKC"))
    .replace(/\p{Cf}/gu, "")
    .trim();
  const host = plain.lastIndexOf("@") + 1;
  return plain.slice(0, host) + plain.slice(host).replaceAll("。", ".");
}

type Row = { id: string; value: string };

/** The claims that have a value in the column, in batches by their ids. */
async function* readBatches({ sequelize }: QueryInterface, column: string) {
  for (let last = ""; ; ) {
    const rows = await sequelize.query<Row>(
      `SELECT id, ${column} AS value FROM submissions WHERE ${column} IS NOT NULL AND id > ?
       ORDER BY id LIMIT ${BATCH}`,
      { replacements: [last], type: QueryTypes.SELECT },
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? last;
  }
}

type Change = { id: string; reference: string | null; typedReference: string | null };

/** Claims whose text changes get their search words again, from the job that looks for claims without any. */
async function write({ sequelize }: QueryInterface, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sequelize.transaction(async (transaction) => {
    for (const { id, reference, typedReference } of changes) {
      await sequelize.query("UPDATE submissions SET reference = ?, typedReference = ? WHERE id = ?", {
        replacements: [reference, typedReference, id],
        transaction,
      });
      await sequelize.query("DELETE FROM searchWords WHERE submissionId = ?", {
        replacements: [id],
        transaction,
      });
    }
    await sequelize.query("DELETE FROM searchProgress WHERE name = 'claims'", { transaction });
  });
}

/** Account numbers without invisible characters, in plain letters and digits. What was typed stays beside them. */
export default {
  name: "20261128-2100-typed-references",
  async up(queryInterface) {
    const type = `${columnTypes(queryInterface).text(LENGTH_MAX)} NULL`;
    await addColumns(queryInterface, "submissions", { typedReference: type });
    for await (const rows of readBatches(queryInterface, "reference")) {
      const changes = rows.flatMap(({ id, value }) => {
        const plain = normalize(value);
        if (plain === value || plain.length > LENGTH_MAX) return [];
        return [{ id, reference: plain || null, typedReference: value }];
      });
      await write(queryInterface, changes);
    }
  },
  async down(queryInterface) {
    // Run again after a kill it may find the column dropped.
    const columns = await queryInterface.describeTable("submissions");
    if (!("typedReference" in columns)) return;
    for await (const rows of readBatches(queryInterface, "typedReference"))
      await write(
        queryInterface,
        rows.map(({ id, value }) => ({ id, reference: value, typedReference: null })),
      );
    await dropColumns(queryInterface, "submissions", ["typedReference"]);
  },
} satisfies Migration;
