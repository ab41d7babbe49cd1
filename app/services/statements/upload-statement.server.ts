import { createHash } from "node:crypto";
import { UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { announceDue } from "#app/database/due-work.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Invalid } from "#app/lib/errors.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { STATEMENT_KEPT_DAYS } from "#app/lib/statements.ts";
import { Platform, Statement, StatementPart } from "#app/models/index.server.ts";
import { detectFormat, HEAD_BYTES } from "#app/services/tables/reading/file-format.ts";
import { UnreadableTable } from "#app/services/tables/table.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { toFileName } from "./file-name.ts";

const PART_BYTES = 1024 * 1024;

type Upload = { access: Access; platformId: string; file: Buffer; fileName: string };

/**
 * Stores a file of a broker; a job reads it. The same bytes for the same broker are the statement that is there.
 * @throws {Invalid} at `file` for what is no table, at `platformId` for another workspace's
 */
export async function uploadStatement(upload: Upload): Promise<{ id: string; isNew: boolean }> {
  const { access, platformId, file } = upload;
  try {
    detectFormat(file.subarray(0, HEAD_BYTES));
  } catch (error) {
    if (error instanceof UnreadableTable) throw new Invalid([{ field: "file", message: error.message }]);
    throw error;
  }
  const fileHash = createHash("sha256").update(file).digest("hex");
  const key = { workspaceId: access.workspaceId, platformId, activeHash: fileHash };
  const earlier = await retryRead(() => Statement.findOne({ where: key, attributes: ["id"] }));
  if (earlier) return { id: earlier.id, isNew: false };
  try {
    return { id: await store(upload, fileHash), isNew: true };
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    // Somebody uploaded it at the same moment.
    const { id } = await Statement.findOne({ where: key, attributes: ["id"], rejectOnEmpty: true });
    return { id, isNew: false };
  }
}

async function store({ access, platformId, file, fileName }: Upload, fileHash: string): Promise<string> {
  const { workspaceId, userId } = access;
  const id = newId();
  const now = new Date();
  await inTransaction(async (transaction) => {
    await assertAccess(access, "submissions:write", transaction);
    const platform = isId(platformId)
      ? await Platform.findOne({ where: { id: platformId, workspaceId }, attributes: ["id"], transaction })
      : null;
    if (!platform) throw new Invalid([{ field: "platformId", message: "Please choose a broker" }]);
    await Statement.create(
      {
        ...{ id, workspaceId, platformId, userId, fileHash, activeHash: fileHash },
        fileName: toFileName(fileName),
        bytes: file.length,
        version: 1,
        sheets: "[]",
        answers: "{}",
        rowCount: 0,
        state: "reading",
        attemptCount: 0,
        dueAt: now,
        createdAt: now,
        expiresAt: new Date(+now + STATEMENT_KEPT_DAYS * DAY),
      },
      { transaction },
    );
    for (let at = 0, number = 0; at < file.length; at += PART_BYTES, number += 1)
      await StatementPart.create(
        { statementId: id, number, content: file.subarray(at, at + PART_BYTES) },
        { transaction },
      );
    await Statement.update({ dueAt: fromNow(0) }, { where: { id, workspaceId }, transaction });
    announceDue(Statement, transaction);
  });
  return id;
}
