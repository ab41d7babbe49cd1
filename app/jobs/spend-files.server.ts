import { MINUTE } from "#app/lib/dates.ts";
import { SpendImport } from "#app/models/index.server.ts";
import { readSpendImport } from "#app/services/spend/read-spend.server.ts";
import { leaseJob } from "./lease-job.server.ts";

export const spendFiles = leaseJob({
  ...{ name: "spend files", queryMaxMs: MINUTE, model: SpendImport, limit: 2, parallel: 2 },
  ...{ where: { state: "reading" }, work: readSpendImport },
});
