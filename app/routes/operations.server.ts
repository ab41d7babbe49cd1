import { openApiDocument } from "#app/http/api/openapi.server.ts";
import type { AnyOperation } from "#app/http/api/operation.ts";

const modules = import.meta.glob<{ loader: { operations?: AnyOperation[] } }>("./api/**/*.ts", {
  eager: true,
});

let document: ReturnType<typeof openApiDocument> | undefined;

/** The OpenAPI document of every call that a module of `routes/api/` declares. */
export function getApiDocument() {
  document ??= openApiDocument(Object.values(modules).flatMap(({ loader }) => loader?.operations ?? []));
  return document;
}
