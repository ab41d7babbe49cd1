import { claimDue, findDue } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { Mail } from "#app/models/index.server.ts";
import { sendQueuedMail } from "#app/services/mail/send-queued-mail.server.ts";
import type { Job } from "./job.server.ts";
import { workOnLeases } from "./work-on-leases.server.ts";

const LIMIT = 20;

export const emails: Job = {
  name: "emails",
  everyMs: config.mailPollMs,
  async run(isStopping) {
    const ids = await findDue(Mail, { state: "queued" }, LIMIT);
    if (ids.length === 0) return false;
    const leases = await claimDue(Mail, { id: ids, state: "queued" });
    await workOnLeases({ model: Mail, leases, parallel: 3, isStopping, work: sendQueuedMail });
    return ids.length === LIMIT;
  },
};
