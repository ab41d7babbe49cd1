import { BulkJob } from "#app/models/index.server.ts";
import { runBulkJob } from "#app/services/bulk/run-bulk-job.server.ts";
import { leaseJob } from "./lease-job.server.ts";

export const bulkDecisions = leaseJob({
  name: "bulk decisions",
  model: BulkJob,
  where: { state: "queued" },
  limit: 1,
  parallel: 1,
  work: runBulkJob,
});
