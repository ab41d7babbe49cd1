import { expect, test } from "vitest";
import { normalizeTyped } from "./typed-text.ts";

test.each([
  ["\u200bmaria@example.com\ufeff", "maria@example.com"],
  ["\u202amaria@example.com\u202c", "maria@example.com"],
  ["\u00a0maria@example.com\u2003", "maria@example.com"],
  ["ｍａｒｉａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "maria@example.com"],
  ["maria＠example。com", "maria@example.com"],
  ["maria@example｡co｡jp", "maria@example.co.jp"],
  ["\u200b70117076\u200e", "70117076"],
  ["\u2066+49\u00a01512\u2069 3456789", "+49 1512 3456789"],
  ["０９０－１２３４－５６７８", "090-1234-5678"],
  ["￥１，２５０", "¥1,250"],
  ["1´250", "1'250"],
  ["MT5\u00ad/8412337", "MT5/8412337"],
])("%j is typed for %j", (typed, meant) => {
  expect(normalizeTyped(typed)).toBe(meant);
  expect(normalizeTyped(meant)).toBe(meant);
});

test.each(["josé@example.com", "почта@пример.рф", "名。前@example.com", "250²", "٢٥٠", "شركة"])(
  "%j stays as it is",
  (text) => {
    expect(normalizeTyped(text)).toBe(text);
  },
);
