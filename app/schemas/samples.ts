import { z } from "zod";

export const SamplesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("show-samples") }),
  z.object({ intent: z.literal("remove-samples") }),
]);
