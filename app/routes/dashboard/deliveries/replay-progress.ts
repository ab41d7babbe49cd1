import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { findLatestReplay } from "#app/services/replays/replays.server.ts";

/** How far the latest replay is, without counting what another one would send. */
export const loader = page(requireMember("deliveries:write"), async ({ member }) => {
  const { workspace } = member;
  return { replay: await findLatestReplay(workspace.id) };
});
