import { expect } from "vitest";
import type { Connection, Submission } from "#app/models/index.server.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { saveConnection } from "#app/services/connections/connections.server.ts";
import { completeAuthorization, startAuthorization } from "#app/services/connections/oauth.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { getSubmission } from "#app/services/submissions/get-submission.server.ts";
import { createForm, findAccess, type Owner, toAccess } from "../factories/index.ts";

export const REDIRECT_URI = "https://attesto.example/dashboard/integrations/callback";

/** The owner signs in at the platform, which redirects back. */
export async function authorize(owner: Owner): Promise<Connection> {
  const { url, request } = await startAuthorization({ adPlatform: "fake", redirectUri: REDIRECT_URI });
  const { headers } = await fetch(url, { redirect: "manual" });
  const redirected = new URL(headers.get("location") ?? "");
  const { credential, assets } = await completeAuthorization(request, redirected.searchParams);
  const [asset] = assets;
  expect(asset).toEqual({ id: "action-1", name: "Deposits", type: "conversion action" });
  return saveConnection({
    access: toAccess(owner),
    adPlatform: "fake",
    credential,
    assetId: asset?.id ?? "",
    assetName: asset?.name ?? null,
  });
}

export async function connectedForm() {
  const form = await createForm();
  return { form, connection: await authorize(form.owner) };
}

export const decide = async ({ workspaceId, id }: Submission) =>
  decideSubmission({ access: await findAccess(workspaceId), submissionId: id, input: { status: "handled" } });

export const present = async ({ workspaceId, id }: Submission) =>
  presentSubmission(await getSubmission({ workspaceId, submissionId: id }), adPlatformName);

export async function onlyDelivery(submission: Submission) {
  const { deliveries } = await present(submission);
  expect(deliveries).toHaveLength(1);
  return deliveries[0];
}
