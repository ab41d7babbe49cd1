import { randomUUID } from "node:crypto";

type Value = string | number | null;
export type Row = Record<string, Value>;
export type Body = { email: string; phone: string; submissionKey: string; platform: string };

/** What the product stored for the same body: the columns that have a value. Each new row differs in its keys. */
export type Template = { submission: Row; proofEntry: Row };

const template = JSON.parse(process.env.TEMPLATE as string) as Template;
const own = template.submission;
export const workspaceId = own.workspaceId as string;

/** Rows that are written together: a submission and the first entry of its proof. */
export const toRow = ({ email, phone, submissionKey }: Body): Row => ({
  ...own,
  id: randomUUID(),
  email,
  emailKey: email,
  uniqueEmail: email,
  phone,
  submissionKey,
});

const add = " ON DUPLICATE KEY UPDATE count = count + VALUES(count)";
const counted = ["status", "eventStatus", "eventState", "truthState", "count"];
const TABLES = {
  submissions: { columns: Object.keys(own), end: "" },
  domainEvents: { columns: ["id", "workspaceId", "type", "subjectId", "payload", "createdAt"], end: "" },
  proofEntries: { columns: Object.keys(template.proofEntry), end: "" },
  submissionTotals: { columns: ["workspaceId", "day", "platformId", ...counted], end: add },
  dayMarks: { columns: ["workspaceId", "day", "id"], end: "" },
};

function insert(table: keyof typeof TABLES, rows: Row[]): { sql: string; values: Value[] } {
  const { columns, end } = TABLES[table];
  const row = `(${columns.map(() => "?").join(",")})`;
  const names = columns.map((name) => `\`${name}\``).join(",");
  return {
    sql: `INSERT INTO ${table} (${names}) VALUES ${Array(rows.length).fill(row).join(",")}${end}`,
    values: rows.flatMap((one) => columns.map((name) => one[name] ?? null)),
  };
}

const place: Row = { workspaceId, day: own.day ?? null };
const state: Row = { status: "pending", eventStatus: "none", eventState: "", truthState: "waiting" };
const event: Row = {
  workspaceId,
  type: "submission.created",
  createdAt: own.createdAt ?? null,
  payload: JSON.stringify({ formId: own.formId }),
};

/** The statements of a transaction that writes these rows and counts them. The counts come last. */
export function statementsFor(rows: Row[]): { sql: string; values: Value[] }[] {
  const count: Row = { ...place, ...state, count: rows.length };
  return [
    insert("submissions", rows),
    insert(
      "domainEvents",
      rows.map(({ id = null }) => ({ ...event, id: randomUUID(), subjectId: id })),
    ),
    insert(
      "proofEntries",
      rows.map(({ id = null }) => ({ ...template.proofEntry, submissionId: id })),
    ),
    insert("submissionTotals", [{ ...count, platformId: own.platformId ?? null }]),
    insert("dayMarks", [{ ...place, id: randomUUID() }]),
  ];
}
