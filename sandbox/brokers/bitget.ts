import { createHmac } from "node:crypto";
import type { Fault } from "../faults.ts";
import { type Fields, isFields, parsed } from "../fields.ts";
import type { PlatformRequest, SandboxPlatform, SandboxState } from "../platform.ts";
import { json, type Reply } from "../reply.ts";
import {
  isSandboxKey,
  SANDBOX_PASSPHRASE,
  SANDBOX_SECRET,
  type SandboxClient,
  sandboxClients,
} from "./clients.ts";
import { brokenBroker, CallPace, faultOf } from "./faults.ts";

const WINDOW_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const pace = new CallPace(5);

/** Bitget's API for affiliates. */
export const bitget: SandboxPlatform = {
  id: "bitget",
  name: "Bitget",
  environment: (url) => ({ BITGET_API_URL: url }),
  hasPath: (path) => path.startsWith("/api/v2/broker/"),
  respond(request, state) {
    const key = String(request.headers["access-key"] ?? "");
    const now = state.now();
    const fault = faultOf(request, state, key);
    const broken = brokenBroker(fault, now);
    if (broken) return broken;
    const refusal = refuse(request, state, key, fault);
    if (refusal) return refusal;
    const body = parsed(request.text);
    const asked = isFields(body) ? body : {};
    if (request.path === "/api/v2/broker/customer-list") return answerCustomers(asked, now, fault);
    if (request.path === "/api/v2/broker/customer-deposit") return answerDeposits(asked, now, fault);
    return json(404, { code: "40404", msg: "Request URL NOT FOUND", data: null });
  },
};

const answer = (code: string, msg: string, data: unknown, now: number, status = 200): Reply =>
  json(status, { code, msg, requestTime: now, data });

function refuse(
  { headers, method, path, query, text }: PlatformRequest,
  state: SandboxState,
  key: string,
  fault: Fault | null,
): Reply | null {
  const now = state.now();
  const time = String(headers["access-timestamp"] ?? "");
  const search = query.size === 0 ? "" : `?${query}`;
  const signature = createHmac("sha256", SANDBOX_SECRET)
    .update(`${time}${method}${path}${search}${text}`)
    .digest("base64");
  const refused = (code: string, msg: string) => answer(code, msg, null, now, 400);
  if (!isSandboxKey(key) || fault === "invalid") return refused("40006", "Invalid ACCESS_KEY");
  if (fault === "expired") return refused("40037", "Apikey does not exist");
  if (Math.abs(Number(time) - now) > WINDOW_MS) return refused("40008", "Request timestamp expired");
  if (headers["access-sign"] !== signature) return refused("40009", "sign signature error");
  if (headers["access-passphrase"] !== SANDBOX_PASSPHRASE)
    return refused("40012", "apikey/password is incorrect");
  if (fault === "no-permission") return refused("40014", "Incorrect permissions");
  if (fault === "rate-limited" || (state.settings.isStrict && pace.isExceeded(key, now)))
    return answer("429", "Too Many Requests", null, now, 429);
  return null;
}

const isWithin = (at: number, { startTime, endTime }: Fields) =>
  at >= Number(startTime ?? 0) && at <= Number(endTime ?? Number.POSITIVE_INFINITY);

function toPage<Row>(rows: Row[], { pageNo, pageSize }: Fields): Row[] {
  const size = Math.min(Number(pageSize ?? 100), 1000);
  const from = (Number(pageNo ?? 1) - 1) * size;
  return rows.slice(from, from + size);
}

const findClients = ({ uid }: Fields): SandboxClient[] => {
  if (uid === undefined) return sandboxClients.all();
  const client = sandboxClients.find(String(uid));
  return client ? [client] : [];
};

function answerCustomers(asked: Fields, now: number, fault: Fault | null): Reply {
  const found = findClients(asked).filter(({ registeredAt }) => isWithin(registeredAt, asked));
  const rows = found.map(({ account, registeredAt }) => ({
    uid: fault === "other-client" ? 999_999_999 : Number(account),
    registerTime: fault === "placeholder" ? "" : String(registeredAt),
  }));
  return answer("00000", "success", toPage(rows, asked), now);
}

function answerDeposits(asked: Fields, now: number, fault: Fault | null): Reply {
  if (Number(asked.startTime ?? now) < now - 90 * DAY_MS - 60_000)
    return answer("40017", "Parameter verification failed startTime", null, now, 400);
  const rows = findClients(asked).flatMap(({ account, deposits }) =>
    deposits
      .filter(({ at }) => isWithin(at, asked))
      .map(({ id, at, coin, amount }) => ({
        orderId: id,
        uid: account,
        depositTime: fault === "placeholder" ? "" : String(at),
        depositCoin: coin,
        depositAmount: fault === "placeholder" ? "" : String(amount),
      })),
  );
  return answer("00000", "success", toPage(rows, asked), now);
}
