import { type CreationAttributes, Op, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { onConflictIgnore } from "#app/database/dialect.server.ts";
import { Submission } from "#app/models/submission.server.ts";

export type NewSubmission = Required<
  Omit<
    CreationAttributes<Submission>,
    | "verifiedAmount"
    | "verifiedCurrency"
    | "correctedAmount"
    | "correctedCurrency"
    | "correctedAt"
    | "handledAt"
    | "withdrawnAt"
  >
>;

let columns: (keyof NewSubmission)[] | undefined;

/**
 * Inserts many submissions with one statement and leaves out those whose unique keys exist.
 * @returns the ids of the rows that are there now
 */
export async function insertSubmissions(
  rows: NewSubmission[],
  transaction: Transaction,
): Promise<Set<string>> {
  columns ??= (Object.keys(rows[0] as NewSubmission) as (keyof NewSubmission)[]).sort();
  const names = columns;
  const values = rows.map(
    (row) => `(${names.map((name) => sequelize.escape(row[name] as string)).join(",")})`,
  );
  await sequelize.query(
    `INSERT INTO submissions (${names.map((name) => `\`${name}\``).join(",")}) VALUES ${values.join(",")} ${onConflictIgnore}`,
    { transaction, raw: true },
  );
  const stored = await Submission.findAll({
    where: { id: { [Op.in]: rows.map(({ id }) => id) } },
    attributes: ["id"],
    raw: true,
    transaction,
  });
  return new Set(stored.map(({ id }) => id));
}

/** The stored submission that conflicts with a new one: by its key, otherwise by its email. */
export async function findExisting(
  { formId, submissionKey, onceEmail }: Pick<NewSubmission, "formId" | "submissionKey" | "onceEmail">,
  transaction?: Transaction,
): Promise<{ id: string; bodyHash: string; isSameKey: boolean } | null> {
  const attributes = ["id", "bodyHash"];
  const byKey = await Submission.findOne({
    where: { formId, submissionKey },
    attributes,
    raw: true,
    transaction,
  });
  if (byKey) return { id: byKey.id, bodyHash: byKey.bodyHash, isSameKey: true };
  if (onceEmail === null) return null;
  const byEmail = await Submission.findOne({
    where: { formId, onceEmail },
    attributes,
    raw: true,
    transaction,
  });
  return byEmail ? { id: byEmail.id, bodyHash: byEmail.bodyHash, isSameKey: false } : null;
}
