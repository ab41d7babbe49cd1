import { has } from "#app/database/dialect.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { Statement, StatementErasure } from "#app/models/index.server.ts";
import { erasePeople } from "#app/services/statements/erase-people.server.ts";
import { noticeLaterClaims } from "#app/services/statements/later-claims.server.ts";
import { matchStatement } from "#app/services/statements/match-statement.server.ts";
import { readStatement } from "#app/services/statements/read-statement.server.ts";
import { hasClaimsAfterMark, LATER_CLAIMS_JOB } from "#app/services/submissions/claim-marks.server.ts";
import { leaseJob, longLeaseJob } from "./lease-job.server.ts";
import { singleJob } from "./single-job.server.ts";

const shared = { queryMaxMs: MINUTE, model: Statement, places: 2 };

export const statementJobs = [
  longLeaseJob({ ...shared, name: "read statements", where: { state: "reading" }, work: readStatement }),
  longLeaseJob({ ...shared, name: "match statements", where: { state: "matching" }, work: matchStatement }),
  longLeaseJob({
    ...shared,
    name: "match statements again",
    where: { state: "ready" },
    work: matchStatement,
  }),
  leaseJob({
    ...{ name: "erase people from statements", queryMaxMs: MINUTE, model: StatementErasure },
    ...{ where: { state: "queued" }, limit: 1, parallel: 1, work: erasePeople },
  }),
];

export const laterClaims = singleJob({
  ...{ name: LATER_CLAIMS_JOB, everyMs: SECOND, run: () => noticeLaterClaims() },
  isDue: () => `${has("statements", "state = 'ready'")} AND ${hasClaimsAfterMark(LATER_CLAIMS_JOB)}`,
});
