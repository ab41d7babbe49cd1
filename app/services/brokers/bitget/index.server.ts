import { z } from "zod";
import { coinCurrency } from "#app/lib/currency-signs.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { isToken } from "#app/services/ad-platforms/shared/access-token.ts";
import type { Answer, BrokerAccess, BrokerApi, ClientAnswer } from "../broker-api.ts";
import { ClientId, Figure, readFigure, readMoment } from "../shared/facts.ts";
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
import { signBitget } from "./signature.ts";
import { BITGET_URL } from "./variables.server.ts";

const secret = z.string().trim().max(200).refine(isToken);
const Credential = z.object({ apiKey: secret, apiSecret: secret, passphrase: secret });
type Credential = z.output<typeof Credential>;

const TIMEOUT_MS = 10 * SECOND;
const BODY_MAX_BYTES = 1024 * 1024;
const PAGE = 1000;
/** Deposits can be asked for of the last 90 days. */
const DAYS_MAX = 89;
/** What a list begins with again: a deposit is told some minutes after it was made. */
const OVERLAP_MS = 2 * HOUR;

const CUSTOMERS = "/api/v2/broker/customer-list";
const DEPOSITS = "/api/v2/broker/customer-deposit";

const Envelope = z.object({ code: z.string().max(20), data: z.unknown() });
const Customers = z.array(z.object({ uid: ClientId, registerTime: Figure }));
const Deposits = z.array(
  z.object({
    orderId: ClientId,
    uid: ClientId,
    depositTime: Figure,
    depositCoin: z.string().min(1).max(20),
    depositAmount: Figure,
  }),
);

const REFUSED: Readonly<Record<string, string>> = {
  "40001": "Bitget was sent no API key.",
  "40002": "Bitget was sent no signature.",
  "40006": "Bitget does not know this API key.",
  "40009": "Bitget does not accept the signature: the API secret is not of this key.",
  "40011": "Bitget was sent no passphrase.",
  "40012": "The API key or its passphrase is wrong.",
  "40014": "The API key lacks the permission for this.",
  "40018": "The API key is bound to another address than this server’s.",
  "40037": "The API key does not exist.",
};
const LIMITED = ["429", "30007", "40429"];
/** Also where the times differ. */
const AWAY = ["40004", "40005", "40008", "40010", "40015", "40725", "45001"];
const HOW_TO =
  "In Bitget, open API management, create a system-generated key of the affiliate account with read permission only, and note its passphrase.";

/** Where the list is: deposits or customers, of which time, and the next page. */
const Place = z.object({
  of: z.enum(["customers", "deposits"]),
  from: z.number().int(),
  to: z.number().int(),
  page: z.number().int().min(1),
});
type Place = z.output<typeof Place>;

/** Bitget's API for affiliates, version 2. */
export function createBitget({ apiUrl }: { apiUrl: string }): BrokerApi<Credential> {
  async function call(
    { credential, send }: BrokerAccess<Credential>,
    path: string,
    parameters: Record<string, string>,
  ): Promise<Answer<{ code: string; data: unknown }>> {
    const body = JSON.stringify(parameters);
    const timestamp = String(Date.now());
    const response = await send({
      method: "POST",
      url: `${apiUrl}${path}`,
      allowedBase: apiUrl,
      headers: {
        "ACCESS-KEY": credential.apiKey,
        "ACCESS-SIGN": signBitget(credential.apiSecret, { timestamp, method: "POST", path, body }),
        "ACCESS-TIMESTAMP": timestamp,
        "ACCESS-PASSPHRASE": credential.passphrase,
        "Content-Type": "application/json",
        locale: "en-US",
      },
      body,
      bodyMaxBytes: BODY_MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    const answer = readAnswer(path, response, new Date());
    if (!answer.isClear) return answer;
    const { status, fields } = answer.value;
    const read = Envelope.safeParse(fields);
    if (!read.success)
      return status === 401 || status === 403
        ? isRefused(path, `Bitget does not accept this API key. ${HOW_TO}`)
        : isChanged(path, fields);
    const { code, data } = read.data;
    const refusal = REFUSED[code];
    if (refusal) return isRefused(path, `${refusal} ${HOW_TO}`);
    if (LIMITED.includes(code)) return isLimited(path, response);
    if (AWAY.includes(code)) return isAway(path, "Bitget has a fault at the moment, or another time.");
    return clear({ code, data });
  }

  /** A list that Bitget gives in `data`. */
  async function read<Shape extends z.ZodType>(
    access: BrokerAccess<Credential>,
    path: string,
    shape: Shape,
    parameters: Record<string, string>,
  ): Promise<Answer<z.output<Shape>>> {
    const answer = await call(access, path, parameters);
    if (!answer.isClear) return answer;
    const { code, data } = answer.value;
    if (code === "00000") return readShape(path, shape, data);
    // Which codes Bitget has for other partners' clients is not documented.
    return unclear(path, {
      state: parameters.uid === undefined ? "changed" : "away",
      isOfQuestion: parameters.uid !== undefined,
      problem: `Bitget answers with code ${code}.`,
      shape: parameters.uid === undefined ? `code ${/^\d{1,6}$/.test(code) ? code : "?"}` : null,
    });
  }

  return {
    id: "bitget",
    credentialSchema: Credential,
    wayOf: () => "key",
    isReal: apiUrl === BITGET_URL,
    // Five calls a second are allowed.
    pace: 120,
    listEveryMs: 10 * MINUTE,
    listsAll: false,

    describe: () => ({
      name: "Bitget",
      howTo: HOW_TO,
      warning: null,
      proves:
        "Who is your client, by UID, and each deposit of the last 90 days with its amount, coin and time.",
      ways: [
        {
          id: "key",
          label: "API key",
          hint: HOW_TO,
          needsProof: false,
          fields: [
            { name: "apiKey", label: "API key", isSecret: false },
            { name: "apiSecret", label: "API secret", isSecret: true },
            { name: "passphrase", label: "Passphrase", isSecret: true },
          ],
        },
      ],
    }),

    async check(access) {
      const answer = await read(access, CUSTOMERS, Customers, { pageNo: "1", pageSize: "1" });
      return answer.isClear ? clear(null) : answer;
    },

    async ask(access, { accounts }) {
      const now = new Date();
      const clients: ClientAnswer[] = [];
      for (const uid of accounts.filter((account) => /^[1-9]\d{4,15}$/.test(account))) {
        const customers = await read(access, CUSTOMERS, Customers, { uid });
        if (!customers.isClear) return customers;
        const [customer] = customers.value;
        if (!customer) continue;
        if (customers.value.some((one) => one.uid !== uid)) return isChanged(CUSTOMERS, customers.value);
        const deposits = await read(access, DEPOSITS, Deposits, {
          uid,
          startTime: String(+now - DAYS_MAX * DAY),
          endTime: String(+now),
          pageNo: "1",
          pageSize: String(PAGE),
        });
        if (!deposits.isClear) return deposits;
        if (deposits.value.some((one) => one.uid !== uid)) return isChanged(DEPOSITS, deposits.value);
        clients.push(toCustomer(customer, now), ...toDepositors(deposits.value, now));
      }
      return clear(clients);
    },

    async list(access, place, now) {
      const at = readPlace(place, now);
      const parameters = {
        startTime: String(at.from),
        endTime: String(at.to),
        pageNo: String(at.page),
        pageSize: String(PAGE),
      };
      const isOfCustomers = at.of === "customers";
      const rows = isOfCustomers
        ? await read(access, CUSTOMERS, Customers, parameters)
        : await read(access, DEPOSITS, Deposits, parameters);
      if (!rows.isClear) return rows;
      const clients = isOfCustomers
        ? (rows.value as z.output<typeof Customers>).map((customer) => toCustomer(customer, now))
        : toDepositors(rows.value as z.output<typeof Deposits>, now);
      const hasMore = rows.value.length >= PAGE;
      const next: Place = hasMore
        ? { ...at, page: at.page + 1 }
        : isOfCustomers
          ? { ...at, of: "deposits", page: 1 }
          : { of: "customers", from: at.to - OVERLAP_MS, to: 0, page: 1 };
      return clear({ clients, place: JSON.stringify(next), isLast: !hasMore && !isOfCustomers });
    },
  };
}

/** A list that begins ends with now; one that goes on has its own end, so that its pages stay the same. */
function readPlace(place: string | null, now: Date): Place {
  const earliest = +now - DAYS_MAX * DAY;
  const begun = { of: "customers" as const, from: earliest, to: +now, page: 1 };
  if (place === null) return begun;
  const read = Place.safeParse(JSON.parse(place));
  if (!read.success) return begun;
  const from = Math.max(read.data.from, earliest);
  return { ...read.data, from, to: read.data.to || +now };
}

function toCustomer({ uid, registerTime }: z.output<typeof Customers>[number], now: Date): ClientAnswer {
  const registeredAt = readMoment(registerTime, now);
  const at = registeredAt && { from: registeredAt, to: registeredAt };
  return {
    clientId: uid,
    registeredAt,
    rows: [{ facts: { kind: "registration", account: uid, ...(at && { at }) }, once: null }],
  };
}

function toDepositors(deposits: z.output<typeof Deposits>, now: Date): ClientAnswer[] {
  return [...groupBy(deposits, ({ uid }) => uid)].map(([uid, own]) => ({
    clientId: uid,
    registeredAt: null,
    rows: own.flatMap((deposit) => {
      const at = readMoment(deposit.depositTime, now);
      const paid = readFigure(deposit.depositAmount);
      if (!at || paid === null || Number(paid) === 0) return [];
      const currency = coinCurrency(deposit.depositCoin.toUpperCase());
      const facts = { account: uid, at: { from: at, to: at } };
      // Of a coin that stands for no currency it only says that the client has deposited.
      const said = currency
        ? { kind: "deposit" as const, convertedAmount: paid, convertedCurrency: currency }
        : { kind: "registration" as const };
      // The coin may be a placeholder: the same deposit with its coin is told later.
      return [{ facts: { ...facts, ...said }, once: `${said.kind} ${deposit.orderId}` }];
    }),
  }));
}
