import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { getApiDocument } from "#app/routes/operations.server.ts";

const handle = endpoint(
  get({
    path: "/api/openapi.json",
    summary: "This document",
    description: "Made from the schemas that validate the calls. Cache it by its ETag.",
    auth: "public",
    response: z.record(z.string(), z.unknown()),
    maxAge: 300,
    run: async () => getApiDocument(),
  }),
);

export const loader = handle;
export const action = handle;
