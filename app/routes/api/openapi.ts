import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { openApiDocument } from "#app/http/api/openapi.server.ts";
import type { AnyOperation } from "#app/http/api/operation.ts";

/** Every module of this folder: a call that is declared is in the document. */
const modules = import.meta.glob<{ loader: { operations?: AnyOperation[] } }>("./**/*.ts", { eager: true });

const handle = endpoint(
  get({
    path: "/api/openapi.json",
    summary: "This document",
    auth: "public",
    response: z.record(z.string(), z.unknown()),
    maxAge: 300,
    // The glob leaves out the module it stands in.
    run: async ({ operation }) =>
      openApiDocument([
        operation,
        ...Object.values(modules).flatMap(({ loader }) => loader?.operations ?? []),
      ]),
  }),
);

export const loader = handle;
export const action = handle;
