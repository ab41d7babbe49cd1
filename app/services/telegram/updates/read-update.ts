import { z } from "zod";
import { UPDATE_TYPES } from "#app/lib/telegram.ts";

const Person = z.looseObject({ id: z.int() });
const Told = z.looseObject({
  from: Person.optional().catch(undefined),
  new_chat_member: z.looseObject({ user: Person }).optional().catch(undefined),
});
const Update = z.looseObject({
  update_id: z.int().nonnegative(),
  ...Object.fromEntries(UPDATE_TYPES.map((type) => [type, Told.optional().catch(undefined)])),
});

/** An update as far as storing it needs: its number, and whose it is. */
export type ReadUpdate = { updateId: number; person: string | null; body: string };

/** Null for what is no update, or of a type that was not asked for. */
export function readUpdate(sent: unknown): ReadUpdate | null {
  const parsed = Update.safeParse(sent);
  if (!parsed.success) return null;
  const update = parsed.data as { update_id: number } & Record<string, z.infer<typeof Told> | undefined>;
  const told = UPDATE_TYPES.map((type) => update[type]).find((one) => one !== undefined);
  if (!told) return null;
  // Who comes in or leaves, whoever lets them in or removes them.
  const moved = update["chat_member" satisfies (typeof UPDATE_TYPES)[number]]?.new_chat_member?.user;
  const { id } = moved ?? told.from ?? {};
  const person = id === undefined ? null : String(id);
  return { updateId: update.update_id, person, body: JSON.stringify(sent) };
}
