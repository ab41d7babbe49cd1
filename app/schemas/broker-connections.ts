import { z } from "zod";
import { BROKER_KINDS, BROKER_STATES } from "#app/lib/broker-states.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";

const { credentialShape } = messages.brokerConnections;
const SECRET_MAX = 200;
const TOKEN_MAX = 8192;

const Secret = z.string(credentialShape).trim().min(1, credentialShape).max(SECRET_MAX, credentialShape);
const Token = z.string(credentialShape).trim().min(1, credentialShape).max(TOKEN_MAX, credentialShape);
const Kind = z.enum(BROKER_KINDS, "Please choose whose API it is");

export const BrokerConnectionParams = z.object({ platformId: Id.describe("The platform's id") });

/** Credentials are written and never read. */
export const BrokerConnectionInput = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("bybit"), credentials: z.object({ apiKey: Secret, apiSecret: Secret }) }),
  z.object({
    kind: z.literal("bitget"),
    credentials: z.object({ apiKey: Secret, apiSecret: Secret, passphrase: Secret }),
  }),
  z.object({
    kind: z.literal("exness"),
    credentials: z.union([z.object({ token: Token }), z.object({ login: Secret, password: Secret })]),
  }),
]);

export const BrokerConnectionResponse = z.object({
  kind: Kind,
  state: z
    .enum(BROKER_STATES)
    .describe(
      "`ok`; `refused`: the credential is not taken and nothing is asked; `limited`: too many calls for now; `changed`: answers have another shape; `away`: no clear answer",
    ),
  problem: z.string().nullable().describe("A sentence for its owner"),
  lastAnswerAt: z.iso.datetime().nullable().describe("The last clear answer"),
  asked: z.number().int().describe("Questions about claims"),
  answered: z.number().int().describe("Those with a clear answer"),
  next: z.iso.datetime().nullable().describe("When it is asked again; null while nothing is"),
  triedAt: z.iso
    .datetime()
    .nullable()
    .describe("When a check with an account at the broker itself succeeded; null: not tried yet"),
});
export type BrokerConnectionResponse = z.infer<typeof BrokerConnectionResponse>;

export const OneBrokerConnectionResponse = z.object({ connection: BrokerConnectionResponse.nullable() });
export const CheckedBrokerResponse = z.object({
  connection: BrokerConnectionResponse,
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(["ok", "fault", "todo"]),
      detail: z.string(),
      remedy: z.string().nullable(),
    }),
  ),
});

/** Which API the page offers to connect. */
export const BrokerConnectionQuery = z.object({ kind: emptyAsMissing(Kind) });

const typed = z.string().max(TOKEN_MAX, credentialShape).optional();
const password = z.string().max(500).optional();

/** What the forms of the page send. `password` is the member's own. */
export const BrokerConnectionForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("connect"),
    kind: Kind,
    apiKey: typed,
    apiSecret: typed,
    passphrase: typed,
    token: typed,
    password,
  }),
  z.object({
    intent: z.literal("login"),
    kind: Kind,
    login: typed,
    brokerPassword: typed,
    password,
  }),
  z.object({ intent: z.literal("check") }),
  z.object({ intent: z.literal("disconnect") }),
]);
