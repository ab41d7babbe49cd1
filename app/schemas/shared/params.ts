import { z } from "zod";

export const SlugParams = z.object({
  slug: z.string().max(50).describe("The form's address, or an earlier one of it"),
});
/** Any string: an invalid id is a 404, like an unknown one. */
export const idParams = (noun: string) => z.object({ id: z.string().describe(`The ${noun}'s id`) });
