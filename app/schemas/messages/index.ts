import { apiKeys, leaving, notifications, profile, sessions } from "./accounts.ts";
import { auth, social, twoFactor } from "./auth.ts";
import { fields } from "./fields.ts";
import { unanswered } from "./network.ts";
import { optIn } from "./opt-in.ts";
import { platforms, tiers } from "./platforms.ts";
import { submissions } from "./submissions.ts";
import { workspaces } from "./workspaces.ts";

/** Every sentence that the specification fixes, and the product's own, written once. */
export const messages = {
  optIn,
  unanswered,
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
  fields,
} as const;
