import { z } from "zod";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { DOOR_NEEDS, type EntryProblem, type EntryWait } from "#app/lib/telegram.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Id, idParams } from "#app/schemas/shared/params.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import { emptyAsMissing } from "#app/schemas/shared/query.ts";
import { isPlainText, isPlainTexts } from "#app/schemas/shared/text.ts";

const TITLE_MAX = 128;
/** Below what Telegram takes of a message. */
const DOOR_TEXT_MAX = 1000;
/** What Telegram numbers channels and groups by: `-1001234567890`. */
const CHAT_ID = /^-\d{5,19}$/;

const ChatId = z
  .preprocess(
    (value) => (typeof value === "number" ? String(value) : value),
    z.string(messages.telegram.chatIdShape),
  )
  .pipe(
    z.string().trim().max(20, messages.telegram.chatIdShape).regex(CHAT_ID, messages.telegram.chatIdShape),
  );

const Title = z
  .string()
  .trim()
  .max(TITLE_MAX, messages.telegram.doorTitle)
  .refine(isPlainText, messages.telegram.doorTitle);
const DoorText = z
  .string()
  .trim()
  .max(DOOR_TEXT_MAX, messages.telegram.doorText)
  .refine(isPlainTexts, messages.telegram.doorText);
const Texts = z
  .partialRecord(z.enum(LANGUAGE_CODES), DoorText)
  .describe("What the bot says when it opens, by language; without one a neutral sentence");
const Needs = z.object({
  state: z.enum(DOOR_NEEDS).describe("Whose claim it opens for: any, or a verified one"),
  platformId: Id.nullable().optional().describe("The broker at which; null for any"),
});

export const DoorParams = idParams("door");

export const DoorInput = z.object({
  chatId: ChatId.describe("Of a private channel or group in which the bot may invite"),
  title: Title.optional().describe("Without one it is the channel's own"),
  needs: Needs,
  text: Texts.optional(),
});
export type DoorInput = z.output<typeof DoorInput>;

export const DoorChange = z
  .object({
    title: Title.min(1).optional(),
    needs: Needs.optional().describe("For owners. What was confirmed before has to be confirmed again"),
    text: Texts.optional(),
    confirm: z
      .literal(true)
      .optional()
      .describe(
        "An owner confirms that the broker's partnership and the law allow it. Before that, no door opens for a verified claim",
      ),
  })
  .refine(hasAnyField, messages.profile.nothingToChange);
export type DoorChange = z.output<typeof DoorChange>;

export const DoorResponse = z.object({
  id: z.string(),
  chatId: z.string(),
  title: z.string(),
  needs: z.object({ state: z.enum(DOOR_NEEDS), platformId: z.string().nullable() }),
  text: z.record(z.string(), z.string()),
  problem: z.string().nullable().describe("Why the bot lets nobody in; null while it may"),
  confirmedAt: z.iso.datetime().nullable(),
  confirmedBy: z.string().nullable(),
  cameThrough: z.int().describe("People who came in through the door; the product knows of no others"),
  due: z.int().describe("People about whom a member has to decide"),
});
export type DoorResponse = z.infer<typeof DoorResponse>;

export const OneDoorResponse = z.object({ door: DoorResponse });
export const DoorListResponse = z.object({ doors: z.array(DoorResponse) });

/** A field for each language, so that a form can name it. */
const FormTexts = z.object(
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, DoorText.optional()])) as Record<
    Language,
    z.ZodOptional<typeof DoorText>
  >,
);
const needsFields = { state: z.enum(DOOR_NEEDS), platformId: emptyAsMissing(Id) };

/** What the forms of the page of all doors send; `entryId` is of somebody at a door. */
export const DoorsForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create"),
    chatId: ChatId,
    title: Title.optional(),
    ...needsFields,
    text: FormTexts,
  }),
  z.object({ intent: z.literal("open"), entryId: Id }),
  z.object({ intent: z.literal("keep"), entryId: Id }),
  z.object({ intent: z.literal("remove"), entryId: Id }),
]);

/** What the forms of one door's page send. */
export const DoorForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), title: Title.min(1), text: FormTexts }),
  z.object({ intent: z.literal("needs"), ...needsFields }),
  z.object({ intent: z.literal("confirm") }),
  z.object({ intent: z.literal("close") }),
]);

type ClaimOfEntry = { id: string; email: string };

/** Somebody at a door about whom a member decides. */
export type PresentedDueEntry = {
  id: string;
  isIn: boolean;
  reason: EntryProblem | EntryWait | null;
  since: string;
  door: { id: string; title: string };
  claim: ClaimOfEntry;
  /** That has the same account at the broker. */
  other: ClaimOfEntry | null;
};
