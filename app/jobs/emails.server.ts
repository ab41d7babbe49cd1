import { Mail } from "#app/models/index.server.ts";
import { admitMails } from "#app/services/mail/mail-health.server.ts";
import { sendQueuedMail } from "#app/services/mail/send-queued-mail.server.ts";
import { ACCOUNT_MAILS, OTHER_MAILS } from "#app/services/mail/templates.ts";
import { leaseJob } from "./lease-job.server.ts";

/** Each has its own places, so that a sign-in link does not wait for a thousand notifications. */
const mailJob = (name: string, kind: string[]) =>
  leaseJob({
    name,
    model: Mail,
    where: { state: "queued", kind },
    limit: 20,
    parallel: 3,
    admit: admitMails,
    work: (lease) => sendQueuedMail(lease),
  });

export const mailJobs = [mailJob("account emails", ACCOUNT_MAILS), mailJob("emails", OTHER_MAILS)];
