import { expect } from "vitest";
import { createForm, signInAs } from "../factories/index.ts";
import type { Site } from "./site.ts";

export const LINKS_PATH = "/api/links";

/** An owner with a form, and calls that the owner's program makes. */
export async function createLinkOwner(site: Site) {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const call = (method: string, at = LINKS_PATH, json?: object) => site.send(at, { method, token, json });
  const create = async (json: object) => {
    const { status, json: body } = await call("POST", LINKS_PATH, json);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.link;
  };
  return { form, token, cookie, call, create };
}
