import accounts from "./accounts.ts";
import administration from "./administration.ts";
import apiKeys from "./api-keys.ts";
import bulkJobs from "./bulk-jobs.ts";
import commissions from "./commissions.ts";
import connections from "./connections.ts";
import deliveries from "./deliveries.ts";
import domainEvents from "./domain-events.ts";
import exchangeRates from "./exchange-rates.ts";
import limits from "./limits.ts";
import listExports from "./list-exports.ts";
import mails from "./mails.ts";
import news from "./news.ts";
import notifications from "./notifications.ts";
import optInForms from "./opt-in-forms.ts";
import platforms from "./platforms.ts";
import proofs from "./proofs.ts";
import sessions from "./sessions.ts";
import statistics from "./statistics.ts";
import submissions from "./submissions.ts";
import workspaces from "./workspaces.ts";

/** The schema of version 1.0 by noun: what a table refers to is created before it. */
export const baseline = [
  accounts,
  workspaces,
  sessions,
  apiKeys,
  platforms,
  optInForms,
  submissions,
  commissions,
  statistics,
  connections,
  deliveries,
  proofs,
  bulkJobs,
  listExports,
  domainEvents,
  notifications,
  mails,
  news,
  exchangeRates,
  limits,
  administration,
];
