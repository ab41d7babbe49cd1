import { DAY, MINUTE } from "#app/lib/dates.ts";
import { BrokerWorth } from "#app/models/index.server.ts";
import { markKnownWorths, workOnWorth } from "#app/services/worth/work-on-worth.server.ts";
import { longLeaseJob } from "./lease-job.server.ts";
import { singleJob } from "./single-job.server.ts";

export const worths = longLeaseJob({
  name: "worth of clients",
  model: BrokerWorth,
  where: { state: "queued" },
  places: 2,
  queryMaxMs: MINUTE,
  work: workOnWorth,
});

/** Months begin and last days pass. */
export const worthsOfDay = singleJob({ name: "worth of the day", everyMs: DAY, run: markKnownWorths });
