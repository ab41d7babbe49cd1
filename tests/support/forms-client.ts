import { createOwner, createPlatforms, type Owner, signInAs } from "../factories/index.ts";
import type { Site } from "./site.ts";

type Json = Record<string, unknown>;

/** What calls the forms of owners on a site. */
export function createFormsClient(site: Site) {
  /** An owner on a plan, with a broker. */
  async function withPlan(subscriptionPlan = "pro") {
    const owner = await createOwner();
    await owner.workspace.update({ subscriptionPlan });
    const platforms = await createPlatforms(2, { owner });
    return { owner, platforms, ...(await signedIn(owner)) };
  }

  async function signedIn(owner: Owner) {
    const { token, cookie } = await signInAs(owner);
    const call = (method: string, of: string, json?: Json) =>
      site.send(`/api/forms${of}`, { method, token, ...(json && { json }) });
    return {
      token,
      cookie,
      create: (json: Json = {}) => call("POST", "", json),
      read: (id: string) => call("GET", `/${id}`),
      change: (id: string, json: Json) => call("PATCH", `/${id}`, json),
      remove: (id: string) => call("DELETE", `/${id}`),
      /** The names in their order: the default one with a star, archived ones in brackets. */
      list: async (): Promise<string[]> =>
        (await call("GET", "")).json.forms.map(
          ({ name, isDefault, isArchived }: { name: string; isDefault: boolean; isArchived: boolean }) =>
            isArchived ? `(${name})` : isDefault ? `${name}*` : name,
        ),
    };
  }

  /** Forms of these names, in this order; the first one is the default. */
  async function withForms(...names: string[]) {
    const owned = await withPlan();
    const ids: string[] = [];
    for (const name of names) ids.push((await owned.create({ name })).json.form.id);
    return { ...owned, ids: ids as [string, string, string] };
  }
  return { signedIn, withPlan, withForms };
}
