import { MINUTE } from "#app/lib/dates.ts";
import { StatementErasure } from "#app/models/index.server.ts";
import { copyEarlierEvidence } from "#app/services/statements/copy-evidence.server.ts";
import { erasePeople } from "#app/services/statements/erase-people.server.ts";
import { matchStatement } from "#app/services/statements/match-statement.server.ts";
import { hasOlderFiles, readOlderFiles } from "#app/services/statements/read-older-files.server.ts";
import { fileJob } from "./file-job.server.ts";
import { leaseJob } from "./lease-job.server.ts";
import { singleJob } from "./single-job.server.ts";

const matching = { queryMaxMs: MINUTE, work: matchStatement };

export const statementJobs = [
  fileJob({ ...matching, name: "match statements", state: "matching" }),
  fileJob({ ...matching, name: "match statements again", state: "ready" }),
  leaseJob({
    name: "erase people from statements",
    queryMaxMs: MINUTE,
    model: StatementErasure,
    where: { state: "queued" },
    limit: 1,
    parallel: 1,
    work: erasePeople,
  }),
];

/** Servers of the version before leave more of them while they run. */
export const olderFiles = singleJob({
  name: "older statements",
  everyMs: MINUTE,
  run: readOlderFiles,
  isDue: hasOlderFiles,
});

/** The same: what they decide by is copied, for one version. It reads all of it, so no poll asks for it. */
export const earlierEvidence = singleJob({
  name: "earlier evidence",
  everyMs: MINUTE,
  run: copyEarlierEvidence,
});
