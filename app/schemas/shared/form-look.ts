import { z } from "zod";
import { FORM_THEMES } from "#app/lib/domain.ts";

/** How a form's pages look, besides its texts. */
export const FormLookResponse = z.object({
  accentColor: z.string().nullable().describe("`#rrggbb`; null for the product's own"),
  theme: z.enum(FORM_THEMES).describe("`automatic` follows the visitor's device"),
});
export type FormLook = z.infer<typeof FormLookResponse>;
