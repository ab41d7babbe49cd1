import { type Attributes, QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, onConflictIgnore } from "#app/database/dialect.server.ts";
import type { ColumnFor } from "#app/lib/submission-columns.ts";
import type { Submission } from "#app/models/submission.server.ts";

export type NewSubmission = Omit<Attributes<Submission>, ColumnFor<"later">>;

/**
 * Inserts many submissions with one statement and skips those whose unique keys exist.
 * @returns the ids of the rows that are stored now
 */
export async function insertSubmissions(
  rows: NewSubmission[],
  transaction: Transaction,
): Promise<Set<string>> {
  // Most columns belong to one ad platform or campaign. A column without any value is left out and stays
  // NULL.
  const names = (Object.keys(rows[0] as NewSubmission) as (keyof NewSubmission)[]).filter((name) =>
    rows.some((row) => row[name] !== null),
  );
  const values = rows.map((row) => `(${names.map((name) => escapeValue(row[name])).join(",")})`);
  await sequelize.query(
    `INSERT INTO submissions (${names.map((name) => `\`${name}\``).join(",")}) VALUES ${values.join(",")} ${onConflictIgnore}`,
    { transaction, raw: true },
  );
  return findStored(rows, transaction);
}

/** The ids that are stored already. */
export async function findStored(rows: { id: string }[], transaction: Transaction): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id);
  const among = `FROM submissions WHERE id IN (${ids.map(escapeValue).join(",")})`;
  const [counted] = await select<{ stored: number }>(`SELECT COUNT(*) AS stored ${among}`, transaction);
  if (Number(counted?.stored) === ids.length) return new Set(ids);
  const stored = await select<{ id: string }>(`SELECT id ${among}`, transaction);
  return new Set(stored.map(({ id }) => id));
}

type UniqueKeys = Pick<NewSubmission, "workspaceId" | "formId" | "submissionKey" | "uniqueEmail">;
type StoredKeys = Pick<NewSubmission, "id" | "bodyHash" | "submissionKey" | "uniqueEmail">;
export type ExistingSubmission = { id: string; bodyHash: string; isSameKey: boolean };

/**
 * The stored submissions that conflict with new ones, in the same order: by key, otherwise by email.
 * Undefined without a conflict.
 */
export async function findExisting(rows: UniqueKeys[]): Promise<(ExistingSubmission | undefined)[]> {
  const found = new Map<string, StoredKeys>();
  const toKey = (formId: string, key: string) => `key ${formId} ${key}`;
  const toEmailEntry = (formId: string, email: string) => `email ${formId} ${email}`;
  // A form belongs to one workspace.
  for (const [formId, workspaceId] of new Map(rows.map((row) => [row.formId, row.workspaceId]))) {
    const own = rows.filter((row) => row.formId === formId);
    const emails = own.flatMap(({ uniqueEmail }) => uniqueEmail ?? []);
    for (const row of await select<StoredKeys>(conflictsSql({ workspaceId, formId }, own, emails))) {
      found.set(toKey(formId, row.submissionKey), row);
      if (row.uniqueEmail !== null) found.set(toEmailEntry(formId, row.uniqueEmail), row);
    }
  }
  return rows.map(({ formId, submissionKey, uniqueEmail }) => {
    const byKey = found.get(toKey(formId, submissionKey));
    const existing =
      byKey ?? (uniqueEmail === null ? undefined : found.get(toEmailEntry(formId, uniqueEmail)));
    return existing && { id: existing.id, bodyHash: existing.bodyHash, isSameKey: byKey !== undefined };
  });
}

/** One SELECT per unique index, because MySQL would use neither for an OR. */
function conflictsSql(
  { workspaceId, formId }: Pick<UniqueKeys, "workspaceId" | "formId">,
  rows: UniqueKeys[],
  emails: string[],
): string {
  const form = `workspaceId = ${escapeValue(workspaceId)} AND formId = ${escapeValue(formId)}`;
  const among = (column: string, values: string[]) =>
    `SELECT id, bodyHash, submissionKey, uniqueEmail FROM submissions WHERE ${form} AND ${column} IN (${values.map(escapeValue).join(",")})`;
  const keys = rows.map(({ submissionKey }) => submissionKey);
  return [among("submissionKey", keys), ...(emails.length > 0 ? [among("uniqueEmail", emails)] : [])].join(
    " UNION ALL ",
  );
}

const select = <T extends object>(sql: string, transaction?: Transaction): Promise<T[]> =>
  sequelize.query<T>(sql, { type: QueryTypes.SELECT, raw: true, transaction });
