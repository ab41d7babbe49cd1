import { literal, QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { selectSql } from "#app/database/select-sql.server.ts";
import { UploadPart } from "#app/models/index.server.ts";

type Upload = {
  workspaceId: string;
  uploadId: string;
  importId: string;
};

/** Makes an uploaded file the file of an import, within the database. */
export async function copyUpload(
  { workspaceId, uploadId, importId }: Upload,
  transaction: Transaction,
): Promise<void> {
  const parts = selectSql(UploadPart, {
    where: { workspaceId, uploadId },
    attributes: [[literal(escapeValue(importId)), "importId"], "number", "content"],
  });
  await sequelize.query(`INSERT INTO importParts (importId, number, content) ${parts}`, {
    transaction,
    type: QueryTypes.RAW,
  });
}
