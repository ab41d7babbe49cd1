import { Mail } from "#app/models/index.server.ts";
import { sendQueuedMail } from "#app/services/mail/send-queued-mail.server.ts";
import { leaseJob } from "./lease-job.server.ts";

export const emails = leaseJob({
  name: "emails",
  model: Mail,
  where: { state: "queued" },
  limit: 20,
  parallel: 3,
  work: (lease) => sendQueuedMail(lease),
});
