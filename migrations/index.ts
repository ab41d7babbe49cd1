import users from "./20261121-0900-create-users.ts";
import sessions from "./20261121-0901-create-sessions.ts";
import platforms from "./20261121-0902-create-platforms.ts";
import commissionTiers from "./20261121-0903-create-commission-tiers.ts";
import optInForms from "./20261121-0904-create-opt-in-forms.ts";
import optInFormPlatforms from "./20261121-0905-create-opt-in-form-platforms.ts";
import submissions from "./20261121-0906-create-submissions.ts";
import totals from "./20261121-0907-create-totals.ts";
import connections from "./20261121-0908-create-connections.ts";
import deliveries from "./20261121-0909-create-deliveries.ts";
import deliveryAttempts from "./20261121-0910-create-delivery-attempts.ts";
import type { Migration } from "./table.ts";

/** In the order they run. Listed by hand, so that a bundle holds them. */
export const migrations: Migration[] = [
  users,
  sessions,
  platforms,
  commissionTiers,
  optInForms,
  optInFormPlatforms,
  submissions,
  totals,
  connections,
  deliveries,
  deliveryAttempts,
];
