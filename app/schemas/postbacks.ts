import ipaddr from "ipaddr.js";
import { z } from "zod";
import { AFFILIATE_SYSTEMS, type AffiliateSystem } from "#app/lib/affiliate-systems.ts";
import { readTimeZone } from "#app/lib/dates.ts";
import type { EvidenceKind } from "#app/lib/evidence.ts";
import { getKeys } from "#app/lib/objects.ts";
import {
  POSTBACK_ANSWERS,
  POSTBACK_KINDS,
  POSTBACK_LOG_DAYS,
  POSTBACK_MEANINGS,
  POSTBACK_OUTCOMES,
  POSTBACK_SECRET_KINDS,
} from "#app/lib/postbacks.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Currency } from "#app/schemas/shared/money.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";

const { postbacks } = messages;
const NAME_MAX = 100;
const LIST_MAX = 100;
/** The owner's words for kinds. */
export const POSTBACK_WORDS_MAX = LIST_MAX;
export const POSTBACK_WORD_MAX = 200;
const IPS_MAX = 50;

const kindNames = getKeys(POSTBACK_KINDS) as [EvidenceKind, ...EvidenceKind[]];
const systemNames = getKeys(AFFILIATE_SYSTEMS) as [AffiliateSystem, ...AffiliateSystem[]];
const Kind = z.enum(kindNames, "Please choose what the word means");
const System = z.enum(systemNames, "Please choose the affiliate system");
const Answer = z.enum(POSTBACK_ANSWERS, "Please choose what your network reads");
const Meaning = z.enum(POSTBACK_MEANINGS, "Please choose what the parameter means");
const DateOrder = z.enum(["day-first", "month-first"], "Please choose how dates are written");
const AmountIn = z.enum(["units", "cents"], "Please choose how amounts are written");

const Name = z
  .string(postbacks.nameShape)
  .trim()
  .min(1, postbacks.nameShape)
  .max(NAME_MAX, postbacks.nameShape)
  .refine((name) => !/\p{Cc}/u.test(name), postbacks.nameShape);
const SecretName = Name.regex(/^[ -~]*$/, postbacks.secretNameShape);
const Secret = z
  .string(postbacks.secretShape)
  .regex(/^[\w.~-]{16,100}$/, postbacks.secretShape)
  .nullish();
const Header = z.string(postbacks.headerShape).regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, postbacks.headerShape);
const Zone = z
  .string(postbacks.zoneShape)
  .max(64, postbacks.zoneShape)
  .transform((text, context) => {
    const zone = /^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(text) ? text : readTimeZone(text);
    if (zone !== null) return zone;
    context.addIssue(postbacks.zoneShape);
    return z.NEVER;
  });
const Ip = z
  .string(postbacks.ipShape)
  .trim()
  .max(50, postbacks.ipShape)
  .refine((text) => isWritten(text) && (ipaddr.isValid(text) || ipaddr.isValidCIDR(text)), postbacks.ipShape);
/** Of IPv4, all four decimal numbers: "203.0.113" and "010.0.0.1" would be other addresses. */
const isWritten = (text: string): boolean =>
  text.includes(":") || /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}(?:\/\d{1,2})?$/.test(text);
const Fields = z
  .array(z.object({ name: Name, meaning: Meaning }))
  .max(LIST_MAX, postbacks.fieldsTooMany)
  .superRefine((fields, context) => {
    const names = new Set(fields.map(({ name }) => name.toLowerCase()));
    if (names.size < fields.length) context.addIssue(postbacks.nameTwice);
    const once = fields.flatMap(({ meaning }) =>
      meaning === "ignore" || meaning === "clickId" ? [] : meaning,
    );
    if (new Set(once).size < once.length) context.addIssue(postbacks.meaningTwice);
  });
const Kinds = z
  .record(z.string().max(POSTBACK_WORD_MAX), Kind)
  .refine((words) => Object.keys(words).length <= LIST_MAX, postbacks.wordsTooMany);

/** What is given replaces what is stored. */
export const PostbackSettingsInput = z
  .object({
    secret: z
      .enum(POSTBACK_SECRET_KINDS, "Please choose none, parameter or hmac")
      .optional()
      .describe("What says that a call is the broker's, besides the address. Only owners change it"),
    parameter: z
      .object({ name: SecretName.optional(), value: Secret })
      .nullish()
      .describe(
        "With `secret: parameter`: the parameter of the call that has it. Without a value one is made",
      ),
    hmac: z
      .object({ header: Header.optional(), value: Secret })
      .nullish()
      .describe(
        "With `secret: hmac`: the header with the hex HMAC-SHA256 of the raw query (GET) or body (POST)",
      ),
    ips: z
      .array(Ip)
      .max(IPS_MAX, postbacks.ipsTooMany)
      .optional()
      .describe("Who may call: addresses or networks; empty is everybody"),
    system: System.optional().describe(
      "Whose macros the page shows. A new address has the known broker's, by the platform's name, otherwise `other`",
    ),
    answer: Answer.optional().describe("What the network wants to read: JSON, `OK`, `1` or an empty GIF"),
    fields: Fields.optional().describe("What the parameters of a call mean"),
    amountIn: AmountIn.optional(),
    currency: Currency.nullable().optional().describe("Of calls that name none"),
    timeZone: Zone.nullable().optional().describe("Of times without one: an IANA name, or +02:00"),
    dateOrder: DateOrder.optional(),
    kinds: Kinds.optional().describe("What the broker's words mean; the empty word is of calls without one"),
  })
  .refine(hasAnyField, messages.profile.nothingToChange);
export type PostbackSettingsInput = z.output<typeof PostbackSettingsInput>;

export const PostbackParams = z.object({ platformId: Id.describe("The platform's id") });

export const PostbackSettingsResponse = z.object({
  address: z
    .string()
    .nullable()
    .describe("Where the broker calls; null until settings are saved, and to viewers"),
  previousUntil: z.iso.datetime().nullable().describe("Until when the address before is taken"),
  secret: z.enum(POSTBACK_SECRET_KINDS),
  parameter: z
    .object({ name: z.string(), value: z.string().nullable() })
    .nullable()
    .describe("`value` is there once, in the response to the call that set it"),
  hmac: z.object({ header: z.string(), value: z.string().nullable() }).nullable(),
  ips: z.array(z.string()),
  system: z.enum(systemNames),
  answer: z.enum(POSTBACK_ANSWERS),
  fields: z.array(
    z.object({
      name: z.string(),
      meaning: z.enum(POSTBACK_MEANINGS),
      example: z.string().nullable().describe("Of the newest call"),
    }),
  ),
  amountIn: z.enum(["units", "cents"]),
  currency: z.string().nullable(),
  timeZone: z.string().nullable(),
  dateOrder: z.enum(["day-first", "month-first"]),
  kinds: z.record(z.string(), z.enum(kindNames)),
});
export type PostbackSettingsResponse = z.infer<typeof PostbackSettingsResponse>;

export const PostbackQuery = z.object({
  cursor: emptyAsMissing(Id).describe("The nextCursor of the response before"),
});

export const PostbackResponse = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  ip: z.string().nullable(),
  query: z.string().describe("As it was sent, a body behind it, without the secret; masked for viewers"),
  outcome: z
    .enum([...POSTBACK_OUTCOMES, "waiting"])
    .describe(
      "`row`: it is matched with claims; `repeated`: the same call came before; `nothing`: it says nothing that can be matched; `unmapped`: what its parameters or words mean is not said; `unreadable`",
    ),
  problem: z.string().nullable().describe("A sentence about what is wrong"),
  evidenceId: z.string().nullable(),
});
export type PostbackResponse = z.infer<typeof PostbackResponse>;

export const PostbacksResponse = z.object({
  postbacks: z.array(PostbackResponse).describe(`Of the last ${POSTBACK_LOG_DAYS} days, the newest first`),
  nextCursor: z.string().nullable(),
});

export const ReceivedResponse = z.object({ received: z.literal(true) });

const typed = z.string().max(POSTBACK_WORD_MAX).optional();

/** What the forms of the page send: lists stand in fields of the same number. */
export const PostbackForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("make"), system: System }),
  z.object({
    intent: z.literal("reading"),
    system: System,
    answer: Answer,
    amountIn: AmountIn,
    currency: emptyAsMissing(Currency),
    timeZone: emptyAsMissing(Zone),
    dateOrder: DateOrder,
    names: z.array(Name).max(LIST_MAX, postbacks.fieldsTooMany).default([]),
    meanings: z.array(Meaning).max(LIST_MAX, postbacks.fieldsTooMany).default([]),
    words: z.array(typed).max(LIST_MAX, postbacks.wordsTooMany).default([]),
    wordKinds: z.array(emptyAsMissing(Kind)).max(LIST_MAX, postbacks.wordsTooMany).default([]),
  }),
  z.object({
    intent: z.literal("proof"),
    secret: z.enum(POSTBACK_SECRET_KINDS).optional(),
    name: emptyAsMissing(Name),
    value: emptyAsMissing(z.string().regex(/^[\w.~-]{16,100}$/, postbacks.secretShape)),
    ips: z
      .string()
      .max(3_000, postbacks.ipsTooMany)
      .optional()
      .transform((text = "") => text.split(/[\s,;]+/).filter(Boolean))
      .pipe(z.array(Ip).max(IPS_MAX, postbacks.ipsTooMany)),
  }),
  z.object({ intent: z.literal("rotate") }),
]);
export type PostbackForm = z.output<typeof PostbackForm>;
/** The parts that both the page and programs check. */
export const PostbackFields = Fields;
