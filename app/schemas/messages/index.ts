import { apiKeys, leaving, notifications, profile, sessions } from "./accounts.ts";
import { auth, social, twoFactor } from "./auth.ts";
import { connections } from "./connections.ts";
import { contact } from "./contact.ts";
import { deliveries } from "./deliveries.ts";
import { fields } from "./fields.ts";
import { formSettings } from "./form-settings.ts";
import { network } from "./network.ts";
import { optIn } from "./opt-in.ts";
import { people } from "./people.ts";
import { platforms, tiers } from "./platforms.ts";
import { submissions } from "./submissions.ts";
import { workspaces } from "./workspaces.ts";

/** Every sentence that the specification fixes, and the product's own, written once. */
export const messages = {
  optIn,
  network,
  submissions,
  auth,
  social,
  twoFactor,
  platforms,
  tiers,
  profile,
  leaving,
  sessions,
  apiKeys,
  notifications,
  workspaces,
  contact,
  formSettings,
  connections,
  deliveries,
  fields,
  people,
} as const;
