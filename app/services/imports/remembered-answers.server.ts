import { type Transaction, UniqueConstraintError } from "sequelize";
import type { RememberedColumns } from "#app/models/index.server.ts";
import type { ImportKind } from "./import-kinds.server.ts";

/** More kinds of file than a workspace has. */
const REMEMBERED_MAX = 500;

/** What a workspace said of its files of a kind, the latest first. */
export async function listAnswers(
  { remembered }: ImportKind,
  workspaceId: string,
): Promise<Pick<RememberedColumns, "platformId" | "headingHash" | "answers">[]> {
  return (remembered as typeof RememberedColumns).findAll({
    where: { workspaceId },
    order: [["updatedAt", "DESC"]],
    limit: REMEMBERED_MAX,
    raw: true,
  });
}

type Place = { workspaceId: string; platformId?: string; headingHash: string };

/** Has the next file with the same headings read the same way. */
export async function rememberAnswers<Answers extends object>(
  { remembered }: ImportKind,
  where: Place,
  merge: (known: Partial<Answers>) => Answers,
  transaction: Transaction,
): Promise<void> {
  const rows = remembered as typeof RememberedColumns;
  const before = await rows.findOne({ where, transaction });
  const known = before ? (JSON.parse(before.answers) as Answers) : {};
  const values = { answers: JSON.stringify(merge(known)), updatedAt: new Date() };
  const update = () => rows.update(values, { where, transaction });
  if (before) await update();
  else
    await rows
      .create({ ...(where as Required<Place>), ...values }, { transaction })
      .catch((error: unknown) => {
        // Another file with these headings is read at the same moment.
        if (error instanceof UniqueConstraintError) return update();
        throw error;
      });
}
