import { expect } from "vitest";
import { MonthTotal } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { recalculateCommissions } from "#app/services/commissions/recalculate-commissions.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { createForm, createOwner, signInAs, submitForm, toAccess } from "../factories/index.ts";
import type { Site } from "./site.ts";

export const RATES_PATH = "/api/exchange-rates";

export const tier = (minAmount: string, maxAmount: string | null, value: string, type = "percentage") => ({
  name: `From ${minAmount}`,
  minAmount,
  maxAmount,
  type,
  value,
  currency: "EUR",
});

/** An owner whose broker pays by these tiers. */
export async function createOwnRates(
  site: Site,
  tiers: object[] = [tier("0", null, "10")],
  options: Parameters<typeof createOwner>[0] = {},
) {
  const form = await createForm({ owner: await createOwner(options) });
  const { token, cookie } = await signInAs(form.owner);
  const { workspace } = form.owner;
  const setTiers = (list: object[]) =>
    replaceTiers({
      access: toAccess(form.owner),
      platformId: form.platforms[0]?.id ?? "",
      tiers: Tiers.parse(list),
    });
  await setTiers(tiers);
  const set = async (json: object) => {
    const { status, json: body } = await site.send(RATES_PATH, { method: "POST", token, json });
    expect(status, JSON.stringify(body)).toBe(201);
    await recalculateCommissions(() => false);
    return body.rate;
  };
  const verify = async (amount: string, currency: string) => {
    const { id } = await submitForm(form, { amount, currency });
    await site.decide(token, id, { status: "handled" });
    return id;
  };
  const post = (fields: Record<string, string>) =>
    site.send(paths.exchangeRates(), {
      cookie,
      form: fields,
      headers: { "sec-fetch-site": "same-origin" },
    });
  const read = async (id: string) =>
    (await site.send(`/api/optin/dashboard/submissions/${id}`, { token })).json.commission;
  const earned = async () => {
    const rows = await MonthTotal.findAll({ where: { workspaceId: workspace.id, kind: "earned" } });
    return rows.map(({ amount, currency }) => `${Number(amount)} ${currency}`);
  };
  return { form, workspace, token, cookie, post, set, setTiers, verify, read, earned };
}
