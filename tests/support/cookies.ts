import type { TestResponse } from "./client.ts";

/** A cookie that a response sets, as a browser sends it back; empty if it sets none or clears it. */
export function readCookie({ headers }: Pick<TestResponse, "headers">, name: string): string {
  const pairs = headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return pairs.find((pair) => pair.startsWith(`${name}=`) && !pair.endsWith("=")) ?? "";
}
