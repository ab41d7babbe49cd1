import type { AnyOperation } from "#app/http/api/operation.ts";

const modules = import.meta.glob<{ loader: { operations?: AnyOperation[] } }>("./api/**/*.ts", {
  eager: true,
});

/** Every call that a module of `routes/api/` declares. */
export const allOperations = (): AnyOperation[] =>
  Object.values(modules).flatMap(({ loader }) => loader?.operations ?? []);
