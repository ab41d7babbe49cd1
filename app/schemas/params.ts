import { z } from "zod";

export const SlugParams = z.object({ slug: z.string().max(50) });
/** Any text: what cannot be an id is not there, exactly like one that never was. */
export const IdParams = z.object({ id: z.string() });
