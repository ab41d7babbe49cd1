import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";
import { NAME_MAX } from "#app/schemas/shared/limits.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { isPlainText } from "#app/schemas/shared/text.ts";
import { SCOPES, type Scope } from "./scopes.ts";

const { apiKeys } = messages;

export const ApiKeyInput = z.object({
  name: z
    .string(apiKeys.nameRequired)
    .trim()
    .min(1, apiKeys.nameRequired)
    .max(NAME_MAX, messages.fields.nameLong)
    .refine(isPlainText, messages.fields.nameCharacters),
  scopes: z
    .array(z.enum(SCOPES), apiKeys.scopeRequired)
    .min(1, apiKeys.scopeRequired)
    .max(SCOPES.length * 2, apiKeys.scopeRequired)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((at) => new Date(at) > new Date(), apiKeys.expiryPast)
    .nullish(),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

const LIFETIMES = ["30", "90", "365", "never"] as const;
export type Lifetime = (typeof LIFETIMES)[number];
const CreateForm = ApiKeyInput.omit({ expiresAt: true }).extend({
  intent: z.literal("create"),
  lifetime: z.enum(LIFETIMES),
  /** The id that the key will have: the same form sent twice creates one key. */
  onceId: z.string().optional(),
});
export const ApiKeyForm = z.discriminatedUnion("intent", [
  CreateForm,
  z.object({ intent: z.literal("revoke"), keyId: Id }),
]);
/** What the form keeps while the password is confirmed. */
export const ApiKeyDraft = CreateForm.pick({ name: true, scopes: true, lifetime: true });
export type ApiKeyDraft = z.infer<typeof ApiKeyDraft>;

export const ApiKeyResponse = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe("What the key begins with"),
  createdBy: z.string().nullable().describe("The name of who created it, also once that account is deleted"),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type ApiKeyResponse = z.infer<typeof ApiKeyResponse>;

export const SCOPE_LABELS: Record<Scope, string> = {
  "submissions:read": "Read claims",
  "submissions:write": "Approve or reject claims",
  "platforms:read": "Read brokers, tiers and exchange rates",
  "platforms:write": "Change brokers, tiers and exchange rates",
  "brokers:write": "Read and change brokers’ links and postbacks",
  "settings:read": "Read the settings of the form",
  "settings:write": "Change the settings of the form",
  "deliveries:read": "Read deliveries",
  "deliveries:write": "Send deliveries again",
  "statements:read": "Read statements of brokers",
  "evidence:read": "Read what brokers say of claims",
  "statements:write": "Upload statements and decide claims by them",
  "telegram:write": "Read and change what happens in Telegram",
  "spend:read": "Read what ads cost",
  "spend:write": "Add and delete what ads cost",
  "stats:read": "Read statistics",
};
