import type { Fault } from "../faults.ts";
import { json, type Reply } from "../reply.ts";
import { badToken, expiredToken, invalidParameter, noPermission, noSuchObject, refuse } from "./errors.ts";
import { findAdAccount } from "./insights.ts";

const APP_ID = "1000000000000009";
const AD_ACCOUNT = { id: "act_1000000000000002", account_id: "1000000000000002", name: "Sandbox ad account" };
const PIXELS = ["1000000000000003", "1000000000000004"];
const SCOPES = ["ads_management", "ads_read", "business_management"];

/** A token the sandbox knows: eight or more characters that begin as Meta's tokens or as its own do. */
export const isKnownToken = (token: string) => /^(EAA|sandbox-)\S*$/.test(token) && token.length >= 8;

/** `GET /debug_token`: says whether a token is alive, and of a dead one why. */
export function debugToken(inputToken: string, fault: Fault | null): Reply {
  const refusal = !isKnownToken(inputToken) || fault === "invalid" ? badToken : expiredToken;
  const isValid = isKnownToken(inputToken) && fault !== "invalid" && fault !== "expired";
  const data = {
    app_id: APP_ID,
    type: "SYSTEM_USER",
    application: "Sandbox",
    data_access_expires_at: 0,
    expires_at: 0,
    is_valid: isValid,
    issued_at: 1_790_000_000,
    scopes: isValid ? SCOPES : [],
    user_id: "1000000000000005",
    ...(!isValid && {
      error: {
        code: refusal.code,
        message: refusal.message,
        ...(refusal.subcode && { subcode: refusal.subcode }),
      },
    }),
  };
  return json(200, { data });
}

type GraphRequest = { path: string; query: URLSearchParams; fault: Fault | null };

/**
 * The reads that a client needs to choose a pixel: `/me/permissions`, `/me/adaccounts`, `/act_{id}`,
 * `/act_{id}/adspixels` and `/{pixel id}`. Null for any other path.
 */
export function readGraph({ path, query, fault }: GraphRequest): Reply | null {
  const fields = (query.get("fields") ?? "id").split(",").map((name) => name.trim());
  if (path === "/me/permissions") {
    return json(200, { data: SCOPES.map((permission) => ({ permission, status: "granted" })) });
  }
  const pixels = /^\/(act_\d+)\/adspixels$/.exec(path)?.[1];
  const id = /^\/(\w+)$/.exec(path)?.[1];
  if (path !== "/me/adaccounts" && !pixels && !id) return null;

  if (fault === "no-permission") return refuse(noPermission);
  if (path === "/me/adaccounts") return page([AD_ACCOUNT], fields);
  if (pixels) {
    return pixels === AD_ACCOUNT.id ? page(PIXELS.map(createPixel), fields) : refuse(noSuchObject(pixels));
  }
  const account = findAdAccount(id ?? "");
  if (account) return pickOrRefuse(account, fields);
  // Graph answers for an object you may not see exactly as for one that is not there.
  if (!id || !/^\d+$/.test(id) || fault === "wrong-pixel") return refuse(noSuchObject(id ?? path));
  return pickOrRefuse(createPixel(id), fields);
}

function pickOrRefuse(node: Record<string, unknown>, fields: string[]): Reply {
  const shown = pick(node, fields);
  return shown ? json(200, shown) : refuse(invalidParameter("Tried accessing nonexisting field"));
}

const createPixel = (id: string) => ({
  id,
  name: `Sandbox pixel ${id.slice(-4)}`,
  last_fired_time: "2026-11-20T12:00:00+0000",
  is_unavailable: false,
});

function page(nodes: Record<string, unknown>[], fields: string[]): Reply {
  const data = nodes.map((node) => pick(node, fields));
  if (data.includes(null)) return refuse(invalidParameter("Tried accessing nonexisting field"));
  // No `next`: everything is on this page.
  const paging = { cursors: { before: "QVFIUb", after: "QVFIUa" } };
  return json(200, { data, paging, summary: { total_count: data.length } });
}

/** The asked fields of a node, its id always among them; null when it has no such field. */
function pick(node: Record<string, unknown>, fields: string[]): Record<string, unknown> | null {
  const names = [...new Set(["id", ...fields])];
  if (names.some((name) => !Object.hasOwn(node, name))) return null;
  return Object.fromEntries(names.map((name) => [name, node[name]]));
}
