import { MINUTE } from "#app/lib/dates.ts";
import { SpendImport } from "#app/models/index.server.ts";
import { readSpendImport } from "#app/services/spend/read-spend.server.ts";
import { longLeaseJob } from "./lease-job.server.ts";

export const spendFiles = longLeaseJob({
  ...{ name: "spend files", queryMaxMs: MINUTE, model: SpendImport, places: 2 },
  ...{ where: { state: "reading" }, work: readSpendImport },
});
