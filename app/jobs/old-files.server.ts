import { HOUR, MINUTE } from "#app/lib/dates.ts";
import { deleteOldSpendFiles } from "#app/services/spend/delete-old-spend-files.server.ts";
import { deleteOldFiles } from "#app/services/statements/delete-old-files.server.ts";
import { singleJob } from "./single-job.server.ts";

/** Uploaded files are kept for 30 days. What was read of them is kept longer. */
export const oldFiles = singleJob({
  name: "old files",
  everyMs: HOUR,
  queryMaxMs: MINUTE,
  run: async () => {
    const [ofStatements, ofSpend] = [await deleteOldFiles(), await deleteOldSpendFiles()];
    return ofStatements || ofSpend;
  },
});
