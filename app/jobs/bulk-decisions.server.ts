import { claimDue, findDue } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { BulkJob } from "#app/models/index.server.ts";
import { runBulkJob } from "#app/services/bulk/run-bulk-job.server.ts";
import type { Job } from "./job.server.ts";
import { workOnLeases } from "./work-on-leases.server.ts";

export const bulkDecisions: Job = {
  name: "bulk decisions",
  everyMs: SECOND,
  async run(isStopping) {
    const due = { state: "queued" };
    const ids = await findDue(BulkJob, due, 1);
    if (ids.length === 0) return false;
    const leases = await claimDue(BulkJob, { ...due, id: ids });
    await workOnLeases({
      model: BulkJob,
      leases,
      parallel: 1,
      isStopping,
      work: (lease) => runBulkJob(lease, isStopping),
    });
    return true;
  },
};
