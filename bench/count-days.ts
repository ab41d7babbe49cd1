import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";

while (await countMarkedDays());
process.exit(0);
