import { type QueryInterface, QueryTypes } from "sequelize";
import { columnTypes, createTable, dropTable } from "./table.ts";

const CHUNK = 2_000;
/** Of a delivery `d` that is under way. */
export const OPEN = "('queued', 'retrying', 'confirming', 'parked')";

type CountedColumn = {
  /** SQL of a submission `s`. */
  value: string;
  type: (types: ReturnType<typeof columnTypes>) => string;
};

/** What the totals were counted by first. A key column cannot be NULL. */
export const countedColumns = {
  status: { value: "s.status", type: ({ ascii }) => `${ascii(10)} NOT NULL` },
  eventStatus: { value: "COALESCE(s.eventStatus, 'none')", type: ({ ascii }) => `${ascii(6)} NOT NULL` },
  eventState: {
    value: "COALESCE(s.eventState, '')",
    type: ({ ascii }) => `${ascii(10)} NOT NULL DEFAULT ''`,
  },
} satisfies Record<string, CountedColumn>;

type Recount = {
  /** What the totals are counted by, besides their places. */
  counted: Record<string, CountedColumn>;
  /** More kinds of the breakdown: SQL of a value, and of the submissions `s` that have one. */
  kinds?: [kind: string, value: string, where: string][];
  /** Runs before the submissions `s` of a range are counted. */
  prepare: (range: string, replacements: Record<string, unknown>) => Promise<void>;
};

/** Makes the totals anew from the submissions. Run again after a kill, it begins again. */
export async function recountTotals(
  queryInterface: QueryInterface,
  { counted, kinds = [], prepare }: Recount,
): Promise<void> {
  const { sequelize } = queryInterface;
  const isMysql = sequelize.getDialect() === "mysql";
  const exactly = (sql: string) => (isMysql ? `CONVERT(${sql} USING utf8mb4) COLLATE utf8mb4_bin` : sql);
  await createTables(queryInterface, counted);

  const allKinds: typeof kinds = [
    ...["source", "campaign", "country"].map((column): [string, string, string] => [
      column,
      `COALESCE(${exactly(`s.${column}`)}, '')`,
      "",
    ]),
    ["hour", "CONCAT(CASE WHEN s.`hour` < 10 THEN '0' ELSE '' END, s.`hour`)", "AND s.`hour` IS NOT NULL"],
    [
      "delivery",
      "CONCAT(d.adPlatform, ':', CASE WHEN d.state = 'sent' AND d.receipt IS NOT NULL THEN 'confirmed' ELSE d.state END)",
      `AND s.status = 'handled' AND d.state NOT IN ${OPEN}`,
    ],
    ...kinds,
  ];
  const countedValues = Object.fromEntries(Object.entries(counted).map(([name, { value }]) => [name, value]));
  const add = (table: string, keys: Record<string, string>, from: string) => {
    const names = [...Object.keys(keys), "count"].map((name) => `\`${name}\``);
    const values = Object.values(keys);
    const conflict = isMysql
      ? "ON DUPLICATE KEY UPDATE `count` = `count` + VALUES(`count`)"
      : `ON CONFLICT (${names.slice(0, -1).join(", ")}) DO UPDATE SET \`count\` = \`count\` + excluded.\`count\``;
    return `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values.join(", ")}, COUNT(*) FROM ${from} GROUP BY ${values.join(", ")} ${conflict}`;
  };
  const statementsFor = (range: string) => [
    add(
      "submissionTotals",
      { workspaceId: "s.workspaceId", day: "s.day", platformId: "s.platformId", ...countedValues },
      `submissions s WHERE ${range}`,
    ),
    ...allKinds.map(([kind, value, where]) =>
      add(
        "breakdownTotals",
        { workspaceId: "s.workspaceId", kind: `'${kind}'`, day: "s.day", value, ...countedValues },
        `submissions s ${kind === "delivery" ? "JOIN deliveries d ON d.submissionId = s.id" : ""} WHERE ${range} ${where}`,
      ),
    ),
  ];
  let after = "";
  for (;;) {
    const [last] = await sequelize.query<{ id: string }>(
      `SELECT id FROM submissions WHERE id > :after ORDER BY id LIMIT 1 OFFSET ${CHUNK - 1}`,
      { type: QueryTypes.SELECT, replacements: { after } },
    );
    const range = last ? "s.id > :after AND s.id <= :last" : "s.id > :after";
    const replacements = { after, last: last?.id };
    await prepare(range, replacements);
    for (const statement of statementsFor(range)) await sequelize.query(statement, { replacements });
    if (!last) return;
    after = last.id;
  }
}

/** Empty. What they held is in the rows that they count. */
async function createTables(queryInterface: QueryInterface, counted: Recount["counted"]): Promise<void> {
  const types = columnTypes(queryInterface);
  const create = async (name: string, keys: Record<string, string>) => {
    const countedTypes = Object.entries(counted).map(([column, { type }]) => [column, type(types)]);
    const columns = { ...keys, ...(Object.fromEntries(countedTypes) as Record<string, string>) };
    await dropTable(queryInterface, name);
    await createTable(queryInterface, {
      name,
      columns: { ...columns, count: `${types.integer} NOT NULL` },
      primaryKey: Object.keys(columns),
      references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
    });
  };
  await create("submissionTotals", {
    workspaceId: `${types.id} NOT NULL`,
    day: `${types.day} NOT NULL`,
    platformId: `${types.id} NOT NULL`,
  });
  await create("breakdownTotals", {
    workspaceId: `${types.id} NOT NULL`,
    kind: `${types.ascii(10)} NOT NULL`,
    day: `${types.day} NOT NULL`,
    value: `${types.exact(200)} NOT NULL`,
  });
  await queryInterface.addIndex("breakdownTotals", ["workspaceId", "kind", "value", "day"], {
    name: "breakdownTotals_by_value",
  });
}
