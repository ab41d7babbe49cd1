import { HOUR, MINUTE } from "#app/lib/dates.ts";
import { deleteOldFiles } from "#app/services/imports/delete-old-files.server.ts";
import type { FileKinds } from "#app/services/imports/import-kinds.server.ts";
import { readImport } from "#app/services/imports/read-import.server.ts";
import { SPEND_FILES } from "#app/services/spend/read-spend.server.ts";
import { STATEMENT_FILES } from "#app/services/statements/read-statement.server.ts";
import { fileJob } from "./file-job.server.ts";
import { singleJob } from "./single-job.server.ts";

/** All kinds of files. */
export const FILE_KINDS: FileKinds = { statement: STATEMENT_FILES, file: SPEND_FILES };

export const filesToRead = fileJob({
  name: "read files",
  queryMaxMs: MINUTE,
  state: "reading",
  work: (lease, isStopping) => readImport(lease, FILE_KINDS, isStopping),
});

/** Uploaded files are kept for 30 days. What was read of them is kept longer. */
export const oldFiles = singleJob({
  name: "old files",
  everyMs: HOUR,
  queryMaxMs: MINUTE,
  run: () => deleteOldFiles(FILE_KINDS),
});
