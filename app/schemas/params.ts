import { z } from "zod";
import { ID_MAX } from "./limits.ts";

export const SlugParams = z.object({ slug: z.string().max(50) });
export const IdParams = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .max(ID_MAX),
});
