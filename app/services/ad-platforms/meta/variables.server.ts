import { z } from "zod";
import { readVariables } from "#app/env.server.ts";
import { httpUrl } from "#app/lib/variables.ts";

const variables = readVariables({
  META_GRAPH_URL: httpUrl.default("https://graph.facebook.com"),
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, "must look like v27.0")
    .default("v27.0"),
});

export const metaVariables = {
  /** Or the sandbox's URL. */
  graphUrl: variables.META_GRAPH_URL,
  /** Meta ends a version about two years after its release. */
  version: variables.META_GRAPH_VERSION,
};
