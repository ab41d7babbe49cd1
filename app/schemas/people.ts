import { z } from "zod";
import type { DeliveryState } from "#app/lib/event-state.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PAGE_MAX } from "#app/schemas/shared/limits.ts";
import { Id } from "#app/schemas/shared/params.ts";

const Search = z
  .string(messages.people.searchShape)
  .trim()
  .min(1, messages.people.searchShape)
  .max(254, messages.people.searchShape);

export const PersonQuery = z.object({
  search: z.preprocess((value) => (value === "" ? undefined : value), Search.optional()),
  /** The ad platforms that an erased person's data had gone to, by id. */
  erased: z.string().max(200).optional(),
  /** The job that erases them. */
  job: Id.optional(),
  page: z.coerce.number().int().min(1).max(PAGE_MAX).catch(1).default(1),
});

export type PersonQuery = z.infer<typeof PersonQuery>;

export const PersonForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("erase"), search: Search }),
]);

/** What a claim says about its person, beside what the list of claims shows. */
export type PersonClaim = {
  _id: string;
  createdAt: string;
  formId: string;
  platformName: string;
  status: "pending" | "handled" | "rejected";
  withdrawnAt: string | null;
  sharingEndedAt: string | null;
  amount: string | null;
  currency: string | null;
  email: string;
  phone: string;
  consentText: string;
  consentAt: string;
  deliveries: { id: string; platformName: string; state: DeliveryState; eventId: string; attempts: number }[];
};
