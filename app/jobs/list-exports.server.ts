import { claimDue, findDue } from "#app/database/leases.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { ListExport } from "#app/models/index.server.ts";
import { writeListExport } from "#app/services/list-exports/write-list-export.server.ts";
import type { Job } from "./job.server.ts";
import { workOnLeases } from "./work-on-leases.server.ts";

export const listExports: Job = {
  name: "list exports",
  everyMs: SECOND,
  queryMaxMs: MINUTE,
  async run(isStopping) {
    const due = { state: "queued" };
    const ids = await findDue(ListExport, due, 1);
    if (ids.length === 0) return false;
    const leases = await claimDue(ListExport, { ...due, id: ids });
    await workOnLeases({
      model: ListExport,
      leases,
      parallel: 1,
      isStopping,
      work: (lease) => writeListExport(lease, isStopping),
    });
    return true;
  },
};
