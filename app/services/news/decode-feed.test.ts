import { expect, test } from "vitest";
import { decodeFeed } from "./decode-feed.ts";

const text = '<?xml version="1.0" encoding="UTF-8"?><rss><title>Курс €</title></rss>';
const inUtf16 = Buffer.from(`\ufeff${text}`, "utf16le");

test.each<[encoding: string, body: Buffer]>([
  ["UTF-16, the low byte first", inUtf16],
  ["UTF-16, the high byte first", Buffer.from(inUtf16).swap16()],
  ["UTF-8", Buffer.from(`\ufeff${text}`)],
])("a feed's byte order mark counts before its response and its declaration: %s", (_encoding, body) => {
  expect(decodeFeed(body, "text/xml; charset=windows-1251")).toBe(text);
});
