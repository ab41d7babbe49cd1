import { MINUTE } from "#app/lib/dates.ts";
import { SpendImport } from "#app/models/index.server.ts";
import { readSpendImport } from "#app/services/spend/read-spend.server.ts";
import { fileJob } from "./file-job.server.ts";

export const spendFiles = fileJob({
  name: "spend files",
  queryMaxMs: MINUTE,
  model: SpendImport,
  where: { state: "reading" },
  work: readSpendImport,
});
