import { WorkspaceMember } from "#app/models/index.server.ts";
import { connectBroker } from "#app/services/brokers/connections/manage-connections.server.ts";
import { getBrokerApi } from "#app/services/brokers/registry.server.ts";
import { grantAccess } from "#app/services/workspaces/access.server.ts";
import type { SampleOwner } from "./sample-owner.ts";

/** One broker's API is asked about its claims; the sandbox plays it. */
export async function seedBrokerApi({ workspace, platforms }: SampleOwner): Promise<void> {
  const { id: workspaceId } = workspace;
  const platform = platforms.find(({ name }) => name === "Bybit");
  const where = { workspaceId, role: "owner" as const };
  const { userId } = await WorkspaceMember.findOne({ where, rejectOnEmpty: true });
  if (!platform) throw new Error("The demo has Bybit.");
  await connectBroker(
    {
      access: grantAccess({ workspaceId, userId, supportAccessId: null }),
      platformId: platform.id,
      kind: "bybit",
      credentials: { apiKey: "sandbox-demo", apiSecret: "sandbox-secret" },
      isProven: true,
    },
    // The sandbox starts after the data.
    { ...getBrokerApi("bybit"), check: async () => ({ isClear: true, value: null }) },
  );
}
