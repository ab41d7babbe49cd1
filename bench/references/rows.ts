import { randomUUID } from "node:crypto";

type Value = string | number | null;
export type Row = Record<string, Value>;
export type Body = { email: string; phone: string; submissionKey: string; platform: string };

/** A stored submission; each new one differs from it in its keys. */
const template = JSON.parse(process.env.TEMPLATE_ROW as string) as Row;
const columns = Object.keys(template);

export const toRow = ({ email, phone, submissionKey }: Body): Row => ({
  ...template,
  id: randomUUID(),
  email,
  emailKey: email,
  uniqueEmail: email,
  phone,
  submissionKey,
  bodyHash: submissionKey,
});

const TABLES = {
  submissions: { columns, end: "" },
  domainEvents: { columns: ["id", "workspaceId", "type", "subjectId", "payload", "createdAt"], end: "" },
  submissionTotals: {
    columns: ["workspaceId", "day", "platformId", "status", "eventStatus", "truthState", "count"],
    end: " ON DUPLICATE KEY UPDATE count = count + VALUES(count)",
  },
  breakdownTotals: {
    columns: ["workspaceId", "kind", "day", "value", "status", "eventStatus", "truthState", "count"],
    end: " ON DUPLICATE KEY UPDATE count = count + VALUES(count)",
  },
};

function insert(table: keyof typeof TABLES, rows: number): string {
  const { columns, end } = TABLES[table];
  const row = `(${columns.map(() => "?").join(",")})`;
  const names = columns.map((name) => `\`${name}\``).join(",");
  return `INSERT INTO ${table} (${names}) VALUES ${Array(rows).fill(row).join(",")}${end}`;
}

/** The four statements of a transaction that writes these rows and counts them. The counts come last. */
export function statementsFor(rows: Row[]): { sql: string; values: Value[] }[] {
  const [{ workspaceId, day, platformId, createdAt }] = rows as [Record<string, Value>];
  const place: Value[] = [workspaceId ?? null, day ?? null];
  return [
    {
      sql: insert("submissions", rows.length),
      values: rows.flatMap((row) => columns.map((name) => row[name] ?? null)),
    },
    {
      sql: insert("domainEvents", rows.length),
      values: rows.flatMap(({ id, formId }) => [
        randomUUID(),
        workspaceId ?? null,
        "submission.created",
        id ?? null,
        JSON.stringify({ formId }),
        createdAt ?? null,
      ]),
    },
    {
      sql: insert("submissionTotals", 1),
      values: [...place, platformId ?? null, "pending", "none", "waiting", rows.length],
    },
    {
      sql: insert("breakdownTotals", 4),
      values: ["source", "campaign", "country", "hour"].flatMap((kind) => [
        workspaceId ?? null,
        kind,
        day ?? null,
        ...["", "pending", "none", "waiting", rows.length],
      ]),
    },
  ];
}
