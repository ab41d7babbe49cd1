import type { Transaction } from "sequelize";
import { countWaitingFiles } from "#app/database/queries/due-files.server.ts";
import { Conflict } from "#app/lib/errors.ts";

/** How many files of a workspace may wait to be read: three ZIPs of 20. They are read one after the other. */
const WAITING_MAX = 60;

/** @throws {Conflict} `too_many_files` if the files that this transaction adds are too many */
export async function assertRoomForFiles(workspaceId: string, transaction: Transaction): Promise<void> {
  if ((await countWaitingFiles(workspaceId, transaction)) > WAITING_MAX)
    throw new Conflict(
      "too_many_files",
      `A workspace can have ${WAITING_MAX} files that wait to be read. Upload these once the others are ready.`,
    );
}
