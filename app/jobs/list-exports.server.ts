import { MINUTE } from "#app/lib/dates.ts";
import { ListExport } from "#app/models/index.server.ts";
import { writeListExport } from "#app/services/list-exports/write-list-export.server.ts";
import { leaseJob } from "./lease-job.server.ts";

export const listExports = leaseJob({
  name: "list exports",
  queryMaxMs: MINUTE,
  model: ListExport,
  where: { state: "queued" },
  limit: 1,
  parallel: 1,
  work: writeListExport,
});
