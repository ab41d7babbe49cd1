import { z } from "zod";
import { isId } from "#app/lib/ids.ts";
import { ID_MAX } from "./limits.ts";

export const SlugParams = z.object({
  slug: z.string().max(50).describe("The form's address, or an earlier one of it"),
});

/** An id of ours, by its form: no other text reaches a query. */
export const Id = z.string().max(ID_MAX, "Please check this id").refine(isId, "Please check this id");

/** What an id to filter by becomes that cannot be one: no row has it. */
export const NO_ID = "(no id)";

/** An id to filter by. One that cannot be an id matches nothing, like an unknown one. */
export const FilterId = z.string().transform((text) => (isId(text) ? text : NO_ID));

/** A name or id of others to filter by, in a column of ASCII texts: MySQL compares these with nothing else. */
export const filterName = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => (/^[ -~]*$/.test(text) ? text : NO_ID));

/** The id in a path. One that cannot be an id is a 404, like an unknown one. */
export const idParams = (noun: string) => z.object({ id: Id.describe(`The ${noun}'s id`) });
