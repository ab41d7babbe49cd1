import type { Fault } from "../faults.ts";
import { isFields, parsed, toText } from "../fields.ts";
import type { PlatformRequest, SandboxPlatform, SandboxState } from "../platform.ts";
import { json, type Reply } from "../reply.ts";
import { depositedIn, isSandboxKey, SANDBOX_SECRET, type SandboxClient, sandboxClients } from "./clients.ts";
import { brokenBroker, CallPace, faultOf } from "./faults.ts";

const PATHS = [
  "/api/v2/auth/",
  "/api/partner/affiliation/",
  "/api/reports/clients/accounts/",
  "/api/v2/reports/clients/",
];
const pace = new CallPace(5);
/** What a login is exchanged for, until the sandbox forgets it. */
const tokens = new Set<string>();

/** Exness's partner API. */
export const exness: SandboxPlatform = {
  id: "exness",
  name: "Exness",
  environment: (url) => ({ EXNESS_API_URL: url }),
  hasPath: (path) => PATHS.includes(path),
  respond(request, state) {
    if (request.path === "/api/v2/auth/") return signIn(request);
    const token = /^JWT (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const now = state.now();
    const fault = faultOf(request, state, token);
    const broken = brokenBroker(fault, now);
    if (broken) return broken;
    const refusal = refuse(token, state, fault);
    if (refusal) return refusal;
    if (request.path === "/api/partner/affiliation/") return answerAffiliation(request, fault);
    if (request.path === "/api/reports/clients/accounts/") return answerAccounts(request, fault);
    return answerClients(request, now, fault);
  },
  reset: () => tokens.clear(),
};

/** Any login of the sandbox's form with the one password. */
function signIn({ method, text }: PlatformRequest): Reply {
  const body = parsed(text);
  const { login, password } = isFields(body) ? body : {};
  if (method !== "POST") return json(405, {});
  if (!isSandboxKey(toText(login)) || password !== SANDBOX_SECRET)
    return json(401, { code: "AuthenticationFailed", message: "Incorrect login or password." });
  const token = `sandbox-session-${tokens.size + 1}`;
  tokens.add(token);
  return json(200, { token });
}

function refuse(token: string, state: SandboxState, fault: Fault | null): Reply | null {
  const isOver = token.startsWith("sandbox-session-") && !tokens.has(token);
  if (!isSandboxKey(token) || isOver || fault === "invalid" || fault === "expired")
    return json(401, { code: "NotAuthenticated", message: "Authentication credentials were not provided." });
  if (fault === "no-permission") return json(403, { code: "PermissionDenied" });
  if (fault === "rate-limited" || (state.settings.isStrict && pace.isExceeded(token, state.now())))
    return json(429, { code: "Throttled" }, { "retry-after": "30" });
  return null;
}

const shortUid = ({ uid }: SandboxClient) => uid.slice(0, 8);

function answerAffiliation({ text }: PlatformRequest, fault: Fault | null): Reply {
  const body = parsed(text);
  const clients = sandboxClients.findByEmail(isFields(body) ? toText(body.email) : "");
  const [first] = clients;
  if (!first || fault === "placeholder")
    return json(200, { affiliation: false, accounts: [], client_uid: null });
  return json(200, {
    affiliation: true,
    accounts: clients.map(({ account }) => account),
    client_uid: shortUid(first),
  });
}

function answerAccounts({ query }: PlatformRequest, fault: Fault | null): Reply {
  const client = sandboxClients.find(query.get("client_account") ?? "");
  const data = client
    ? [
        {
          id: 1,
          partner_account: "1163683105934934542",
          client_uid: shortUid(client),
          client_account: fault === "other-client" ? "999999999" : client.account,
          client_account_type: "Standard",
          client_country: client.country,
          platform: "mt5",
          client_account_created: new Date(client.registeredAt).toISOString().slice(0, 10),
          client_account_last_trade: null,
          volume_lots: "0.0000000",
          volume_mln_usd: "0.0000",
          reward: "0.00",
        },
      ]
    : [];
  return json(200, { data, totals: { count: data.length } });
}

function answerClients({ query }: PlatformRequest, now: number, fault: Fault | null): Reply {
  const from = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? 100), 500);
  const all = sandboxClients.all();
  const data = all.slice(from, from + limit).map((client) => ({
    partner_account: "1163683105934934542",
    client_uid: client.uid,
    reg_date: new Date(client.registeredAt).toISOString().slice(0, 10),
    client_country: client.country,
    volume_lots: 0,
    volume_mln_usd: 0,
    reward_usd: 0,
    client_status: "ACTIVE",
    kyc_passed: client.isKyc,
    ftd_received: client.deposits.length > 0,
    ftt_made: false,
    client_balance: 1,
    deposit_amount: fault === "placeholder" ? 1 : depositedIn(client, 36_500, now).toFixed(2),
  }));
  return json(200, { data, totals: { count: all.length } });
}
