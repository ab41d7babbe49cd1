import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "#app/database/leases.server.ts";
import { someAreDue } from "#app/database/leases.server.ts";
import { claimFileOf, findWorkspacesWithDueFiles } from "#app/database/queries/due-files.server.ts";
import { config } from "#app/env.server.ts";
import { Import } from "#app/models/index.server.ts";
import type { Job } from "./job.server.ts";
import { workOnLeases } from "./work-on-leases.server.ts";

/** How many files this process reads or matches at once, of all kinds together. */
const PLACES = 2;
const SERVED_MAX = 10_000;

/** The work under way by its workspace: each has one place at a time, in all processes together. */
const underWay = new Map<string, Promise<void>>();
/** When a file of each workspace was begun last: who was served longest ago is next. */
const servedAt = new Map<string, number>();

type FileJob = Pick<Job, "name" | "queryMaxMs"> & {
  state: Import["state"];
  work: (lease: Lease, isStopping: () => boolean) => Promise<void>;
};

/** The job that works on due files, one workspace after the other. */
export function fileJob({ state, work, ...job }: FileJob): Job {
  const own = new Set<Promise<void>>();
  const begin = async (workspaceId: string, isStopping: () => boolean): Promise<boolean> => {
    let end: () => void = () => undefined;
    const place = new Promise<void>((resolve) => {
      end = resolve;
    });
    // The other jobs of files see it before the claim has ended.
    underWay.set(workspaceId, place);
    own.add(place);
    const leave = () => {
      underWay.delete(workspaceId);
      own.delete(place);
      end();
    };
    const lease = await claimFileOf({ state }, workspaceId).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (!lease) {
      leave();
      return false;
    }
    if (servedAt.size >= SERVED_MAX) servedAt.clear();
    servedAt.set(workspaceId, performance.now());
    void workOnLeases({
      model: Import,
      leases: [lease],
      parallel: 1,
      isStopping,
      work: () => work(lease, isStopping),
    }).finally(leave);
    return true;
  };
  return {
    ...job,
    model: Import,
    isDue: () => someAreDue(Import, { state }),
    async run(isStopping) {
      const due = await findWorkspacesWithDueFiles({ state });
      const last = (workspaceId: string) => servedAt.get(workspaceId) ?? 0;
      let begun = false;
      for (const workspaceId of due.toSorted((a, b) => last(a) - last(b))) {
        if (underWay.size >= PLACES || isStopping()) break;
        if (!underWay.has(workspaceId)) begun = (await begin(workspaceId, isStopping)) || begun;
      }
      if (begun || due.length === 0 || underWay.size === 0) return begun;
      // What is due waits for a place. A workspace that comes meanwhile may find one.
      await Promise.race([...underWay.values(), sleep(config.pollMs, undefined, { ref: false })]);
      return !isStopping();
    },
    settled: () => Promise.all(own),
  };
}
