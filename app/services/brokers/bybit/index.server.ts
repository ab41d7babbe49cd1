import { z } from "zod";
import { HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { isToken } from "#app/services/ad-platforms/shared/access-token.ts";
import type { Answer, BrokerAccess, BrokerApi, ClientAnswer } from "../broker-api.ts";
import { ClientId, Figure, readFigure, toDay } from "../shared/facts.ts";
import {
  clear,
  isAway,
  isChanged,
  isLimited,
  isRefused,
  readAnswer,
  readShape,
  unclear,
} from "../shared/read-answer.ts";
import { RECV_WINDOW, signBybit } from "./signature.ts";
import { BYBIT_URLS } from "./variables.server.ts";

const secret = z.string().trim().max(200).refine(isToken);
const Credential = z.object({ apiKey: secret, apiSecret: secret });
type Credential = z.output<typeof Credential>;

const TIMEOUT_MS = 10 * SECOND;
/** A page of 1,000 clients has some 500 KB. */
const BODY_MAX_BYTES = 2 * 1024 * 1024;
const PAGE = 1000;
/** What it says of deposits is some minutes old, and never of the day before. */
const STALE_MS = 25 * HOUR;

const INFO = "/v5/user/aff-customer-info";
const LIST = "/v5/affiliate/aff-user-list";

const Envelope = z.object({ retCode: z.number(), result: z.unknown(), time: z.number().optional() });
const Info = z.object({
  uid: ClientId,
  depositAmount30Day: Figure,
  depositAmount365Day: Figure,
  depositUpdateTime: z.string().nullish(),
  KycLevel: z.number().nullish(),
});
const Page = z.object({
  list: z.array(
    z.object({
      userId: ClientId,
      registerTime: z.string().nullish(),
      isKyc: z.boolean().nullish(),
      depositAmount30Day: Figure,
      depositAmount365Day: Figure,
    }),
  ),
  nextPageCursor: z.string().max(200).nullish(),
});

/** A key that is wrong, expired, without the permission, or not of this server's address. */
const REFUSED: Readonly<Record<number, string>> = {
  10003: "Bybit does not know this API key.",
  10004: "Bybit does not accept the signature: the API secret is not of this key.",
  10005: "The API key lacks the permission “Affiliate”.",
  10007: "Bybit does not accept this API key.",
  10008: "Bybit has blocked this API key.",
  10009: "Bybit has blocked this server’s address.",
  10010: "The API key is bound to another address than this server’s.",
  33004: "The API key has expired.",
};
const LIMITED = [10006, 10018, 10429];
const AWAY = [10000, 10002, 10016];
const HOW_TO =
  "In Bybit, open API, create a system-generated key of the main account, and tick nothing but Affiliate.";

/** Bybit's API for affiliates, version 5. */
export function createBybit({ apiUrl }: { apiUrl: string }): BrokerApi<Credential> {
  async function call(
    { credential, send }: BrokerAccess<Credential>,
    path: string,
    parameters: Record<string, string>,
  ): Promise<Answer<{ code: number; result: unknown }>> {
    const query = new URLSearchParams(parameters).toString();
    const timestamp = String(Date.now());
    const response = await send({
      method: "GET",
      url: `${apiUrl}${path}?${query}`,
      allowedBase: apiUrl,
      headers: {
        "X-BAPI-API-KEY": credential.apiKey,
        "X-BAPI-TIMESTAMP": timestamp,
        "X-BAPI-RECV-WINDOW": RECV_WINDOW,
        "X-BAPI-SIGN": signBybit(credential, timestamp, query),
      },
      bodyMaxBytes: BODY_MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    const now = new Date();
    const body = readAnswer(path, response, now);
    if (!body.isClear) return body;
    const { status, fields } = body.value;
    if (status === 401) return isRefused(path, `Bybit does not accept this API key. ${HOW_TO}`);
    // Also for countries that Bybit does not serve.
    if (status === 403) return isAway(path, "Bybit does not answer this server’s address.");
    const read = readShape(path, Envelope, fields);
    if (!read.isClear) return read;
    const { retCode, result, time } = read.value;
    const refusal = REFUSED[retCode];
    if (refusal) return isRefused(path, `${refusal} ${HOW_TO}`);
    if (LIMITED.includes(retCode)) return isLimited(path, response);
    if (AWAY.includes(retCode)) return isAway(path, "Bybit has a fault at the moment, or another time.");
    if (time !== undefined && Math.abs(time - now.getTime()) > HOUR)
      return isAway(path, "Bybit’s answer is of another time than our clock.");
    return clear({ code: retCode, result });
  }

  const list = (access: BrokerAccess<Credential>, cursor: string | null, size: number) =>
    call(access, LIST, {
      size: String(size),
      ...(cursor === null ? {} : { cursor }),
      needDeposit: "true",
      need30: "true",
      need365: "true",
    });

  return {
    id: "bybit",
    credentialSchema: Credential,
    wayOf: () => "key",
    isReal: BYBIT_URLS.some((own) => own === apiUrl),
    // Ten calls a second are allowed, of all programs of the account.
    pace: 120,
    listEveryMs: 30 * MINUTE,
    listsAll: true,

    describe: () => ({
      name: "Bybit",
      howTo: HOW_TO,
      warning: null,
      proves:
        "Who is your client, by UID, and what each has deposited in 365 days. Bybit names no single deposits: what a total grew by between two answers proves a claim.",
      ways: [
        {
          id: "key",
          label: "API key",
          hint: HOW_TO,
          needsProof: false,
          fields: [
            { name: "apiKey", label: "API key", isSecret: false },
            { name: "apiSecret", label: "API secret", isSecret: true },
          ],
        },
      ],
    }),

    async check(access) {
      const answer = await list(access, null, 1);
      if (!answer.isClear) return answer;
      if (answer.value.code !== 0) return isChanged(LIST, answer.value);
      const page = readShape(LIST, Page, answer.value.result);
      return page.isClear ? clear(null) : page;
    },

    async ask(access, { accounts }) {
      const clients: ClientAnswer[] = [];
      for (const uid of accounts.filter((account) => /^[1-9]\d{4,15}$/.test(account))) {
        const answer = await call(access, INFO, { uid });
        if (!answer.isClear) return answer;
        const { code, result } = answer.value;
        // Which codes Bybit has for other partners' clients is not documented.
        if (code !== 0)
          return unclear(INFO, {
            state: "away",
            isOfQuestion: true,
            problem: `Bybit answers with code ${code}.`,
          });
        if (isNothing(result)) continue;
        const info = readShape(INFO, Info, result);
        if (!info.isClear) return info;
        if (info.value.uid !== uid) return isChanged(INFO, result);
        clients.push(toClient(uid, info.value, new Date()));
      }
      return clear(clients);
    },

    async list(access, place) {
      const answer = await list(access, place, PAGE);
      if (!answer.isClear) return answer;
      if (answer.value.code !== 0) return isChanged(LIST, answer.value);
      const page = readShape(LIST, Page, answer.value.result);
      if (!page.isClear) return page;
      const { list: users, nextPageCursor: cursor } = page.value;
      // A cursor that comes again would never end.
      const isLast = !cursor || cursor === place || users.length === 0;
      const clients = users.map(({ userId, isKyc, ...user }) =>
        toClient(userId, { ...user, KycLevel: isKyc ? 1 : 0 }, new Date()),
      );
      return clear({ clients, place: isLast ? null : cursor, isLast });
    },
  };
}

const isNothing = (result: unknown) =>
  result === null || result === undefined || (typeof result === "object" && Object.keys(result).length === 0);

type Said = Partial<z.output<typeof Info>> & { registerTime?: string | null | undefined };

function toClient(account: string, said: Said, now: Date): ClientAnswer {
  const registered = toDay(said.registerTime);
  const updatedAt = Date.parse(`${(said.depositUpdateTime ?? "").replace(" ", "T")}Z`);
  const isStale = updatedAt < now.getTime() - STALE_MS;
  const of365 = readFigure(said.depositAmount365Day);
  const amount = of365 ?? readFigure(said.depositAmount30Day);
  const isKyc = (said.KycLevel ?? 0) > 0;
  return {
    clientId: account,
    registeredAt: registered?.from ?? null,
    rows: [
      { facts: { kind: "registration", account, ...(registered && { at: registered }) }, once: null },
      ...(isKyc ? [{ facts: { kind: "kyc" as const, account }, once: null }] : []),
      ...(amount === null || isStale
        ? []
        : [
            {
              // Bybit adds up in USDT whatever was deposited.
              facts: {
                kind: "sum" as const,
                account,
                amount,
                currency: "USD",
                span: of365 === null ? "30 days" : "365 days",
              },
              once: null,
            },
          ]),
    ],
  };
}
