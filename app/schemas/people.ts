import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";

const Search = z
  .string(messages.people.searchShape)
  .trim()
  .min(1, messages.people.searchShape)
  .max(254, messages.people.searchShape);

export const PersonQuery = z.object({
  search: z.preprocess((value) => (value === "" ? undefined : value), Search.optional()),
  /** The ad platforms that an erased person's data had gone to, by id. */
  erased: z.string().max(200).optional(),
});

export const PersonForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("erase"), search: Search }),
]);

/** What a claim says about its person, beside what the list of claims shows. */
export type PersonClaim = {
  _id: string;
  createdAt: string;
  platformName: string;
  status: "pending" | "handled" | "rejected";
  withdrawnAt: string | null;
  amount: string | null;
  currency: string | null;
  email: string;
  phone: string;
  consentText: string;
  consentAt: string;
  deliveries: { id: string; platformName: string; state: string; eventId: string; attempts: number }[];
};
