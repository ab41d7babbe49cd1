import { z } from "zod";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";
import { EMBED_MODES } from "#app/lib/share-links.ts";

/** How the Share page shows the form on another site. What is wrong in a link counts as not said. */
export const EmbedQuery = z.object({
  mode: z.enum(EMBED_MODES).catch("inline"),
  language: z.enum(LANGUAGE_CODES).nullable().catch(null),
});
