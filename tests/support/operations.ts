import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AnyOperation } from "#app/http/api/operation.ts";

const FOLDER = fileURLToPath(new URL("../../app/routes/api", import.meta.url));

export type ApiModule = { file: string; loader?: { operations?: AnyOperation[] }; action?: unknown };

/** Every module under app/routes/api, by its path there. */
export function loadApiModules(): Promise<ApiModule[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|server)\./.test(file),
  );
  return Promise.all(
    files.sort().map(async (file) => ({ file, ...(await import(path.join(FOLDER, file))) })),
  );
}
