import { MINUTE } from "#app/lib/dates.ts";
import { SpendAccount } from "#app/models/index.server.ts";
import { readSpendAccount } from "#app/services/spend/accounts/read-account.server.ts";
import { leaseJob } from "./lease-job.server.ts";

export const spendAccounts = leaseJob({
  ...{ name: "spend accounts", queryMaxMs: MINUTE, model: SpendAccount, limit: 4, parallel: 2 },
  ...{ where: { state: "connected" }, work: readSpendAccount },
});
