import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { openApiDocument } from "#app/http/api/openapi.server.ts";
import { allOperations } from "#app/routes/operations.server.ts";

const handle = endpoint(
  get({
    path: "/api/openapi.json",
    summary: "This document",
    auth: "public",
    response: z.record(z.string(), z.unknown()),
    maxAge: 300,
    run: async () => openApiDocument(allOperations()),
  }),
);

export const loader = handle;
export const action = handle;
