import { literal, QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { selectSql } from "#app/database/select-sql.server.ts";
import { UploadPart } from "#app/models/index.server.ts";

type Upload = {
  workspaceId: string;
  uploadId: string;
  /** Whose parts they become. */
  to: { table: string; key: "statementId" | "importId"; id: string };
};

/** Makes an uploaded file the file of a statement or of spend, within the database. */
export async function copyUpload(
  { workspaceId, uploadId, to }: Upload,
  transaction: Transaction,
): Promise<void> {
  const parts = selectSql(UploadPart, {
    where: { workspaceId, uploadId },
    attributes: [[literal(escapeValue(to.id)), to.key], "number", "content"],
  });
  await sequelize.query(`INSERT INTO ${to.table} (${to.key}, number, content) ${parts}`, {
    transaction,
    type: QueryTypes.RAW,
  });
}
