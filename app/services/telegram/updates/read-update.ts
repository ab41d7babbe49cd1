import { z } from "zod";
import { UPDATE_TYPES } from "#app/lib/telegram.ts";

const Told = z.looseObject({ from: z.looseObject({ id: z.int() }).optional().catch(undefined) });
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
  const person = told.from === undefined ? null : String(told.from.id);
  return { updateId: update.update_id, person, body: JSON.stringify(sent) };
}
