import { expect } from "vitest";
import type { Submission } from "#app/models/index.server.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { getMonthProgress } from "#app/services/commissions/month-progress.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { createForm, createOwner, type Form, signInAs, submitForm, toAccess } from "../factories/index.ts";
import { retryWhileBusy } from "./busy.ts";
import type { Site } from "./site.ts";

export const percent = (minAmount: string, maxAmount: string | null, value: string, currency = "EUR") => ({
  name: `At ${value}`,
  minAmount,
  maxAmount,
  type: "percentage",
  value,
  currency,
});

/** An owner's form whose first platform pays by these tiers. */
export async function createTieredForm(
  site: Site,
  tiers: object[],
  owner: Parameters<typeof createOwner>[0] = {},
) {
  const form = await createForm({ owner: await createOwner(owner) });
  const { token } = await signInAs(form.owner);
  await setTiers(form, tiers);
  const decide = async (submission: Submission, json: object = { status: "handled" }) => {
    const path = `/api/optin/dashboard/submissions/${submission.id}`;
    const response = await retryWhileBusy(() => site.send(path, { method: "PUT", token, json }));
    expect(response.status, response.text).toBe(200);
    return response.json.submission;
  };
  const verify = async (amount: string, currency = "EUR", now = new Date()) => {
    const submission = await submitForm(form, { amount, currency, now });
    return { submission, commission: (await decide(submission)).commission };
  };
  const progress = async (now = new Date()) => {
    const platforms = await listPlatforms(form.owner.workspace.id);
    const { platforms: byId, ...month } = await getMonthProgress(form.owner.workspace, platforms, now);
    return { ...month, ...byId.get(String(form.platforms[0]?.id)) };
  };
  return { form, token, decide, verify, progress };
}

export const setTiers = (form: Form, tiers: object[]) =>
  replaceTiers({
    access: toAccess(form.owner),
    platformId: String(form.platforms[0]?.id),
    tiers: Tiers.parse(tiers),
  });
