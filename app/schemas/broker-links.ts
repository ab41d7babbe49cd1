import { z } from "zod";
import { LINK_HOST_STATES } from "#app/lib/affiliate-systems.ts";
import { toSecureUrl } from "#app/lib/public-url.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { CountryList, TypedCountries } from "#app/schemas/shared/countries.ts";
import { BROKER_URL_MAX, NAME_MAX } from "#app/schemas/shared/limits.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";

const { brokerLinks } = messages;
const REASON_MAX = 500;

const Name = z
  .string(brokerLinks.nameMissing)
  .trim()
  .min(1, brokerLinks.nameMissing)
  .max(NAME_MAX, brokerLinks.nameLong)
  .refine(isPlainText, brokerLinks.nameLong);

const BrokerUrl = z
  .string(brokerLinks.urlShape)
  .max(BROKER_URL_MAX, brokerLinks.urlShape)
  .transform((text, context) => {
    const url = toSecureUrl(text);
    if (url !== null && url.length <= BROKER_URL_MAX) return url;
    context.addIssue(brokerLinks.urlShape);
    return z.NEVER;
  });

const Parameter = z
  .string(brokerLinks.parameterShape)
  .trim()
  .max(64, brokerLinks.parameterShape)
  .regex(/^[A-Za-z][\w.-]*$/, brokerLinks.parameterShape);

const Countries = z.union([
  z.strictObject({ only: CountryList }),
  z.strictObject({ except: CountryList }),
  z.null(),
]);

const Reason = z
  .string(brokerLinks.reasonLong)
  .trim()
  .max(REASON_MAX, brokerLinks.reasonLong)
  .refine(isPlainText, brokerLinks.reasonLong)
  .transform((text) => text || null)
  .nullable();

const fields = {
  name: Name.describe("What the owner calls it"),
  url: BrokerUrl.describe(
    "Where it leads, an https address without the click id. Changing it needs a recent sign-in, and the owners are told",
  ),
  parameter: Parameter.describe(
    "The parameter in which the broker's system takes our click id, such as sub_id",
  ),
  countries: Countries.describe(
    "Where it leads on: `only` there, everywhere `except` there, or null for all. A visitor whose country is unknown is not led on by `only`, and is by `except`",
  ),
  reason: Reason.describe("What people of other countries read. Needed with `countries`"),
};

export const BrokerLinkInput = z.object({
  ...fields,
  countries: fields.countries.default(null),
  reason: fields.reason.default(null),
});
export type BrokerLinkInput = z.output<typeof BrokerLinkInput>;

export const BrokerLinkChange = z
  .object({
    ...z.object(fields).partial().shape,
    isArchived: z.boolean().optional().describe("An archived link is a 404"),
  })
  .refine(hasAnyField, messages.profile.nothingToChange);
export type BrokerLinkChange = z.output<typeof BrokerLinkChange>;

export const BrokerParams = z.object({ platformId: Id.describe("The platform's id") });
export const BrokerLinkParams = BrokerParams.extend({ id: Id.describe("The link's id") });

export const BrokerLinkResponse = z.object({
  id: z.string(),
  platformId: z.string(),
  name: z.string(),
  url: z.string(),
  parameter: z.string(),
  countries: z
    .union([z.object({ only: z.array(z.string()) }), z.object({ except: z.array(z.string()) })])
    .nullable(),
  reason: z.string().nullable(),
  address: z.string().describe("What people are given"),
  host: z.object({ name: z.string(), state: z.enum(LINK_HOST_STATES) }),
  clicks: z.number().int().describe("Of the last 180 days"),
  claims: z.number().int().describe("At this broker, of visits with such a click"),
  deposits: z.number().int().describe("Clicks whose client has deposited, by what the broker says"),
  isArchived: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type BrokerLinkResponse = z.infer<typeof BrokerLinkResponse>;

export const OneBrokerLinkResponse = z.object({ link: BrokerLinkResponse });
export const BrokerLinksResponse = z.object({ links: z.array(BrokerLinkResponse) });

/** What the forms of the pages send: lists are typed as text. */
const formFields = {
  name: Name,
  url: BrokerUrl,
  parameter: Parameter,
  countryRule: z.enum(["all", "only", "except"]).catch("all"),
  countries: TypedCountries,
  reason: z
    .string()
    .optional()
    .transform((text) => text ?? null)
    .pipe(Reason),
};
export const NewBrokerLinkForm = z.object({
  intent: z.literal("create"),
  ...formFields,
  // The usual one where the host's system is known.
  parameter: emptyAsMissing(Parameter),
});
export const BrokerLinkForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), ...formFields, password: z.string().max(200).optional() }),
  z.object({ intent: z.literal("archive") }),
  z.object({ intent: z.literal("restore") }),
]);

const Host = z
  .string(brokerLinks.hostShape)
  .max(253, brokerLinks.hostShape)
  .transform((text) => text.trim().toLowerCase())
  .refine((host) => /^[a-z0-9][a-z0-9.-]*$/.test(host), brokerLinks.hostShape);
const HostState = z.enum(LINK_HOST_STATES, "Please choose asked, allowed or stopped");

export const LinkHostInput = z.object({ host: Host, state: HostState });
export const LinkHostForm = z.object({ intent: z.literal("state"), host: Host, state: HostState });
export const LinkHostResponse = z.object({
  host: z.string(),
  state: z
    .enum(LINK_HOST_STATES)
    .describe("`asked`: a page names the host before a link leads there; `stopped`: links are a 404"),
  links: z.number().int().describe("Of all workspaces, without archived ones"),
});
export type LinkHostResponse = z.infer<typeof LinkHostResponse>;
export const OneLinkHostResponse = z.object({ host: LinkHostResponse });
export const LinkHostsResponse = z.object({ hosts: z.array(LinkHostResponse) });
