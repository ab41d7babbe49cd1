import { expect } from "vitest";
import { createForm, signInAs } from "../factories/index.ts";
import type { Site } from "./site.ts";

export const OFFER = { name: "Spain", url: "https://one.exnesslink.com/a/casairia?x=1", parameter: "sub_id" };

/** An owner with a form and a broker, and calls on the broker's links. */
export async function createBrokerLinkOwner(site: Site) {
  const form = await createForm();
  const platformId = form.platforms[0]?.id ?? "";
  const { token, cookie } = await signInAs(form.owner);
  const path = `/api/affiliate/${platformId}/links`;
  const call = (method: string, at = "", json?: object, as = token) =>
    site.send(path + at, { method, token: as, json });
  const create = async (more: object = {}) => {
    const { status, json } = await call("POST", "", { ...OFFER, ...more });
    expect(status, JSON.stringify(json)).toBe(201);
    return { ...json.link, path: new URL(json.link.address).pathname };
  };
  const list = async () => (await call("GET")).json.links;
  return { form, platformId, token, cookie, path, call, create, list };
}

/** A browser that follows links and opens forms of a site, and keeps its cookies. */
export function createLinkBrowser(site: Site, headers: Record<string, string> = {}) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map((pair) => pair.join("=")).join("; ");
  return {
    cookie,
    async open(path: string, more: Record<string, string> = {}, method = "GET") {
      const response = await site.send(path, { method, cookie: cookie(), headers: { ...headers, ...more } });
      for (const line of response.headers.getSetCookie()) {
        const [name = "", value = ""] = line.split(";", 1)[0]?.split("=", 2) ?? [];
        jar.set(name, value);
      }
      return response;
    },
  };
}

/** The click id in the address that a link led to. */
export const clickIdOf = (location: string | null, parameter = "sub_id"): string =>
  new URL(location ?? "").searchParams.get(parameter) ?? "";
