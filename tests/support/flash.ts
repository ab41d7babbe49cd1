import type { TestResponse } from "./client.ts";

/** The message that a response leaves for the next page, with its second line; null without one. */
export function readFlash({ headers }: Pick<TestResponse, "headers">): string | null {
  const line = headers.getSetCookie().find((each) => /^attesto_flash=[^;]/.test(each));
  if (!line) return null;
  const [value = ""] = decodeURIComponent(line.slice("attesto_flash=".length)).split(".");
  const flash: { message: string; advice?: string } = JSON.parse(
    Buffer.from(value, "base64").toString("utf8"),
  );
  return [flash.message, flash.advice].filter(Boolean).join(". ");
}
