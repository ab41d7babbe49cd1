import { z } from "zod";
import { ATTEMPT_OUTCOMES } from "#app/lib/domain.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { ID_MAX, PASSWORD_MAX } from "#app/schemas/shared/limits.ts";
import { Id } from "#app/schemas/shared/params.ts";

const { connections } = messages;
const EmptyAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() === "" ? undefined : value), schema);

/** What a header can carry. The space around it comes with copying. */
const AccessToken = z
  .string(connections.tokenRequired)
  .trim()
  .min(1, connections.tokenRequired)
  .max(4096, "An access token has at most 4096 characters")
  .regex(/^[\x21-\x7e]*$/, connections.tokenShape);
const AssetId = z
  .string()
  .trim()
  .min(1)
  .max(ID_MAX, connections.assetShape)
  .regex(/^[\x21-\x7e]*$/, connections.assetShape);
const TestEventCode = z
  .string(connections.codeRequired)
  .trim()
  .min(1, connections.codeRequired)
  .max(40, connections.codeShape)
  .regex(/^[A-Za-z0-9_-]*$/, connections.codeShape);

const OptionalAssetId = EmptyAsMissing(AssetId.nullish());
const OptionalCode = EmptyAsMissing(TestEventCode.nullish());

/** Meta's, as the specification has it. */
export const IntegrationInput = z.object({
  provider: z.literal("meta", "The provider is meta"),
  accessToken: AccessToken,
  pixelId: OptionalAssetId.describe("The token's only pixel without one"),
  testEventCode: OptionalCode.describe("Starts test mode, which ends by itself after a day"),
});

/** Settings that an owner enters beside the asset, of the platforms that have them. */
const assetSettings = {
  managerId: z
    .string()
    .trim()
    .max(20)
    .nullish()
    .describe("The manager account through which the account is used; null for none"),
  windowDays: z
    .number()
    .int()
    .nullish()
    .describe("The conversion action's click-through window in days, 1 to 90; null for the platform's own"),
};
/** A missing one stays as it is. */
export type AssetSettings = { managerId?: string | null; windowDays?: number | null };

/** How a platform is connected: by a pasted token, or by signing in there. */
type ConnectMethod = {
  id: string;
  connect: "token" | "oauth";
  needsAssetId?: boolean | undefined;
  settings?: (keyof AssetSettings)[];
};

const createInput = ({ id, connect, needsAssetId, settings = [] }: ConnectMethod) =>
  z.object({
    provider: z.literal(id),
    ...(connect === "token"
      ? {
          accessToken: AccessToken,
          assetId: needsAssetId
            ? AssetId.describe("The pixel's id: a token of this platform cannot list its pixels")
            : OptionalAssetId.describe("The token's only asset without one"),
          testEventCode: OptionalCode,
        }
      : {
          assetId: AssetId.describe(
            "Another asset of the platform that was signed in to in the dashboard; at Google Ads the customer id, a slash and the conversion action's id",
          ),
        }),
    ...Object.fromEntries(settings.map((name) => [name, assetSettings[name]])),
  });

type ConnectionInput = AssetSettings & {
  provider: string;
  /** Only of a platform that takes a token. */
  accessToken?: string;
  assetId?: string | null;
  testEventCode?: string | null;
};

/** One shape for each platform. */
export const connectionInput = (platforms: ConnectMethod[]): z.ZodType<ConnectionInput> =>
  z.discriminatedUnion(
    "provider",
    platforms.map(createInput) as [ReturnType<typeof createInput>, ...ReturnType<typeof createInput>[]],
    "Please choose one of the ad platforms",
  );

export const TestEventQuery = z.object({
  testEventCode: OptionalCode.describe("The one of test mode without it"),
});

const Time = z.iso.datetime();
export const AssetResponse = z.object({ id: z.string(), name: z.string(), type: z.string() });

export const IntegrationResponse = z.object({
  id: z.string(),
  provider: z.literal("meta"),
  status: z.enum(["connected", "invalid"]),
  assets: z.array(AssetResponse),
  tokenEnding: z.string(),
  testEventCode: z.string().nullable(),
  connectedAt: Time,
  lastCheckedAt: Time.nullable(),
  lastError: z.string().nullable(),
});
export type IntegrationResponse = z.infer<typeof IntegrationResponse>;

export const ConnectionResponse = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  isBeta: z.boolean().describe("Whether the platform is still in development"),
  status: z.enum(["connected", "invalid"]),
  asset: AssetResponse,
  tokenEnding: z.string(),
  testMode: z
    .object({ testEventCode: z.string().nullable(), endsAt: Time.describe("It ends by itself") })
    .nullable(),
  connectedAt: Time,
  lastCheckedAt: Time.nullable(),
  lastAcceptedAt: Time.nullable(),
  lastError: z.string().nullable(),
});
export type ConnectionResponse = z.infer<typeof ConnectionResponse>;

export const TestEventResponse = z.object({
  outcome: z.enum(ATTEMPT_OUTCOMES),
  httpStatus: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  platformCode: z.string().nullable(),
  message: z.string().nullable(),
  remedy: z.string().nullable(),
  traceId: z.string().nullable(),
  request: z.unknown().describe("The event that was sent, its identifiers hashed"),
  response: z.string().nullable().describe("The platform's response, word for word"),
});
export type TestEventResponse = z.infer<typeof TestEventResponse>;

/** How long test mode can last, in hours. */
const TEST_MODE_HOURS = ["1", "4", "8", "24"] as const;

const AdAccountId = z
  .string(connections.adAccountRequired)
  .trim()
  .min(1, connections.adAccountRequired)
  .max(64, connections.adAccountShape);

const ofSpend = z.object({ spendAccountId: Id });
const of = z.object({ connectionId: Id });
/** Asked for where the last sign-in is too long ago. */
const Proof = z.object({ password: z.string().max(PASSWORD_MAX).optional() });

export const ConnectionForm = z.discriminatedUnion("intent", [
  Proof.extend({ intent: z.literal("connect"), accessToken: AccessToken, assetId: OptionalAssetId }),
  Proof.extend({ intent: z.literal("authorize") }),
  z.object({
    intent: z.literal("choose"),
    assetId: AssetId,
    accountId: EmptyAsMissing(AssetId.optional()),
    managerId: EmptyAsMissing(assetSettings.managerId),
    windowDays: EmptyAsMissing(z.coerce.number("Please enter a number of days").optional()),
  }),
  z.object({ intent: z.literal("cancel-choice") }),
  of.extend({ intent: z.literal("change-asset") }),
  of.extend({ intent: z.literal("test-event"), testEventCode: OptionalCode }),
  of.extend({
    intent: z.literal("start-test-mode"),
    testEventCode: OptionalCode,
    hours: z.enum(TEST_MODE_HOURS, "Please choose up to 24 hours").transform(Number),
  }),
  of.extend({ intent: z.literal("end-test-mode") }),
  of.extend({ intent: z.literal("check") }),
  of.extend({ intent: z.literal("disconnect") }),
  of.extend(Proof.shape).extend({
    intent: z.literal("connect-spend"),
    accountId: AdAccountId,
    accessToken: AccessToken,
  }),
  ofSpend.extend({ intent: z.literal("read-spend") }),
  ofSpend.extend({ intent: z.literal("disconnect-spend") }),
  ofSpend.extend({ intent: z.literal("delete-spend") }),
]);
