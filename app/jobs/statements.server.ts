import { HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { Statement, StatementErasure } from "#app/models/index.server.ts";
import { deleteOldFiles } from "#app/services/statements/delete-old-files.server.ts";
import { erasePeople } from "#app/services/statements/erase-people.server.ts";
import { noticeLaterClaims } from "#app/services/statements/later-claims.server.ts";
import { matchStatement } from "#app/services/statements/match-statement.server.ts";
import { readStatement } from "#app/services/statements/read-statement.server.ts";
import { leaseJob } from "./lease-job.server.ts";

const shared = { everyMs: SECOND, queryMaxMs: MINUTE, model: Statement, limit: 2, parallel: 2 };

export const statementJobs = [
  leaseJob({ ...shared, name: "read statements", where: { state: "reading" }, work: readStatement }),
  leaseJob({ ...shared, name: "match statements", where: { state: "matching" }, work: matchStatement }),
  leaseJob({ ...shared, name: "match statements again", where: { state: "ready" }, work: matchStatement }),
  { name: "later claims", everyMs: SECOND, run: () => noticeLaterClaims() },
  { name: "old statement files", everyMs: HOUR, queryMaxMs: MINUTE, run: deleteOldFiles },
  leaseJob({
    ...{ name: "erase people from statements", everyMs: SECOND, queryMaxMs: MINUTE, model: StatementErasure },
    ...{ where: { state: "queued" }, limit: 1, parallel: 1, work: erasePeople },
  }),
];
