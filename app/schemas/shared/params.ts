import { z } from "zod";

export const SlugParams = z.object({ slug: z.string().max(50) });
/** Any string: an invalid id is a 404, like an unknown one. */
export const IdParams = z.object({ id: z.string() });
