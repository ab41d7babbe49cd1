import { createHmac } from "node:crypto";
import type { Fault } from "../faults.ts";
import type { PlatformRequest, SandboxPlatform, SandboxState } from "../platform.ts";
import { json, type Reply } from "../reply.ts";
import { depositedIn, isSandboxKey, SANDBOX_SECRET, type SandboxClient, sandboxClients } from "./clients.ts";
import { brokenBroker, CallPace, faultOf } from "./faults.ts";

const WINDOW_MS = 5000;
const pace = new CallPace(10);

/** Bybit's API for affiliates. */
export const bybit: SandboxPlatform = {
  id: "bybit",
  name: "Bybit",
  environment: (url) => ({ BYBIT_API_URL: url }),
  hasPath: (path) => path.startsWith("/v5/"),
  respond(request, state) {
    const key = String(request.headers["x-bapi-api-key"] ?? "");
    const now = state.now();
    const fault = faultOf(request, state, key);
    const broken = brokenBroker(fault, now);
    if (broken) return broken;
    const refusal = refuse(request, state, key, fault);
    if (refusal) return refusal;
    if (request.path === "/v5/user/aff-customer-info") return answerInfo(request, now, fault);
    if (request.path === "/v5/affiliate/aff-user-list") return answerList(request, now, fault);
    return json(404, {});
  },
};

const answer = (retCode: number, retMsg: string, result: object, time: number): Reply =>
  json(200, { retCode, retMsg, result, retExtInfo: {}, time });

function refuse({ headers, query }: PlatformRequest, state: SandboxState, key: string, fault: Fault | null) {
  const now = state.now();
  const time = String(headers["x-bapi-timestamp"] ?? "");
  const window = String(headers["x-bapi-recv-window"] ?? "");
  const text = `${time}${key}${window}${query}`;
  const signature = createHmac("sha256", SANDBOX_SECRET).update(text).digest("hex");
  if (!isSandboxKey(key) || fault === "invalid") return answer(10003, "API key is invalid.", {}, now);
  if (headers["x-bapi-sign"] !== signature) return answer(10004, "error sign!", {}, now);
  if (Math.abs(Number(time) - now) > WINDOW_MS) return answer(10002, "invalid request, time", {}, now);
  if (fault === "expired") return answer(33004, "Your api key has expired.", {}, now);
  if (fault === "no-permission") return answer(10005, "Permission denied.", {}, now);
  if (fault === "rate-limited" || (state.settings.isStrict && pace.isExceeded(key, now)))
    return answer(10006, "Too many visits!", {}, now);
  return null;
}

function answerInfo({ query }: PlatformRequest, now: number, fault: Fault | null): Reply {
  const client = sandboxClients.find(query.get("uid") ?? "");
  if (!client) return answer(0, "", {}, now);
  const uid = fault === "other-client" ? "999999999" : client.account;
  const deposited = (days: number) => (fault === "placeholder" ? "" : String(depositedIn(client, days, now)));
  return answer(
    0,
    "",
    {
      uid,
      takerVol30Day: "0",
      makerVol30Day: "0",
      tradeVol30Day: "0",
      depositAmount30Day: deposited(30),
      takerVol365Day: "0",
      makerVol365Day: "0",
      tradeVol365Day: "0",
      depositAmount365Day: deposited(365),
      totalWalletBalance: "1",
      depositUpdateTime: new Date(now).toISOString().slice(0, 19).replace("T", " "),
      vipLevel: "No VIP",
      volUpdateTime: new Date(now).toISOString().slice(0, 19).replace("T", " "),
      KycLevel: client.isKyc ? 1 : 0,
    },
    now,
  );
}

function answerList({ query }: PlatformRequest, now: number, fault: Fault | null): Reply {
  const from = Number(query.get("cursor") ?? 0);
  const size = Math.min(Number(query.get("size")) || 0, 1000);
  const clients = sandboxClients.all();
  const list = clients.slice(from, from + size).map((client) => toUser(client, now, fault));
  const next = from + size < clients.length ? String(from + size) : "";
  return answer(0, "", { list, nextPageCursor: next }, now);
}

function toUser(client: SandboxClient, now: number, fault: Fault | null) {
  const deposited = (days: number) => (fault === "placeholder" ? "" : String(depositedIn(client, days, now)));
  return {
    userId: client.account,
    registerTime:
      fault === "placeholder" ? "0001-01-01" : new Date(client.registeredAt).toISOString().slice(0, 10),
    source: "aff_1_1",
    remarks: "",
    isKyc: client.isKyc,
    takerVol30Day: "",
    makerVol30Day: "",
    tradeVol30Day: "",
    depositAmount30Day: deposited(30),
    takerVol365Day: "",
    makerVol365Day: "",
    tradeVol365Day: "",
    depositAmount365Day: deposited(365),
  };
}
