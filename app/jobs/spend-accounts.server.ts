import { MINUTE } from "#app/lib/dates.ts";
import { SpendAccount } from "#app/models/index.server.ts";
import { readSpendAccount } from "#app/services/spend/accounts/read-account.server.ts";
import { longLeaseJob } from "./lease-job.server.ts";

export const spendAccounts = longLeaseJob({
  name: "spend accounts",
  queryMaxMs: MINUTE,
  model: SpendAccount,
  places: 2,
  where: { state: "connected" },
  work: readSpendAccount,
});
