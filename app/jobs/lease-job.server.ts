import type { Model, ModelStatic } from "sequelize";
import { claimDue, findDue, type Lease, someAreDue } from "#app/database/leases.server.ts";
import type { Job } from "./job.server.ts";
import { workOnLeases } from "./work-on-leases.server.ts";

type LeaseJob = Pick<Job, "name" | "queryMaxMs"> & {
  model: ModelStatic<Model>;
  /** The other conditions of a row that is claimed. */
  where: { state: string; consumer?: string; kind?: string[] };
  /** How many rows are claimed at once. */
  limit: number;
  parallel: number;
  /** How many of the due rows may be claimed now, where what they need can rest. */
  admit?: (wanted: number) => Promise<number>;
  work: (lease: Lease, isStopping: () => boolean) => Promise<void>;
};

/** The job that works on the due rows of a table, in any number of processes at once. */
export function leaseJob({ model, where, limit, parallel, admit, work, ...job }: LeaseJob): Job {
  return {
    ...job,
    model,
    isDue: () => someAreDue(model, where),
    async run(isStopping) {
      const ids = await findDue(model, where, limit);
      if (ids.length === 0) return false;
      const admitted = admit ? await admit(ids.length) : ids.length;
      if (admitted === 0) return false;
      const leases = await claimDue(model, { ...where, id: ids.slice(0, admitted) });
      await workOnLeases({
        model,
        leases,
        parallel,
        isStopping,
        work: (lease) => work(lease, isStopping),
      });
      return admitted === limit;
    },
  };
}

type LongLeaseJob = Omit<LeaseJob, "limit" | "parallel" | "admit"> & {
  /** How many rows this process works on at once. */
  places: number;
};

/** The same for work that may take minutes: a row is claimed as soon as a place is free. */
export function longLeaseJob({ model, where, places, work, ...job }: LongLeaseJob): Job {
  const underWay = new Set<Promise<void>>();
  return {
    ...job,
    model,
    isDue: () => someAreDue(model, where),
    async run(isStopping) {
      const ids = await findDue(model, where, places - underWay.size);
      for (const lease of ids.length === 0 ? [] : await claimDue(model, { ...where, id: ids })) {
        const done = workOnLeases({
          model,
          leases: [lease],
          parallel: 1,
          isStopping,
          work: () => work(lease, isStopping),
        }).finally(() => underWay.delete(done));
        underWay.add(done);
      }
      if (underWay.size === places) await Promise.race(underWay);
      return ids.length > 0;
    },
    settled: () => Promise.all(underWay),
  };
}
