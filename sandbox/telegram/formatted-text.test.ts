import { describe, expect, test } from "vitest";
import { findCommands, readFormattedText } from "./formatted-text.ts";

describe("readFormattedText", () => {
  test.each([
    ["<b>a<i>b</i></b>", "ab", ["bold 0 2", "italic 1 1"]],
    ["😀 <code>a &lt; b &#38; c</code>", "😀 a < b & c", ["code 3 9"]],
    ["<a href='https://a.example/'>a</a> &copy;", "a &copy;", ["text_link 0 1"]],
    [
      '<span class="tg-spoiler">a</span>\n<blockquote expandable>b</blockquote>',
      "a\nb",
      ["spoiler 0 1", "blockquote 2 1"],
    ],
    ["a > b\n", "a > b", []],
    ["a<b></b>", "a", []],
  ])("readFormattedText reads %j", (html, text, entities) => {
    const read = readFormattedText(html, "HTML");
    expect([
      read.text,
      read.entities.map(({ type, offset, length }) => `${type} ${offset} ${length}`),
    ]).toEqual([text, entities]);
  });

  test.each([
    ["é<h1>a</h1>", 'Unsupported start tag "h1" at byte offset 2'],
    ["a < b", 'Unsupported start tag "" at byte offset 2'],
    ["<b>a", `Can't find end tag corresponding to start tag "b"`],
    ["a</b>", "Unexpected end tag at byte offset 1"],
    ["<b><i>a</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
    ["<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
  ])("readFormattedText refuses %j", (html, why) =>
    expect(() => readFormattedText(html, "html")).toThrow(`Bad Request: can't parse entities: ${why}`),
  );

  test("readFormattedText leaves tags alone where no parse mode is named, and knows no other", () => {
    expect(readFormattedText("<b>a", "")).toEqual({ text: "<b>a", entities: [] });
    expect(() => readFormattedText("*a*", "MarkdownV2")).toThrow("Bad Request: unsupported parse_mode");
  });
});

test("findCommands marks commands, and no addresses", () => {
  const marked = findCommands("/start abc, then /help@a_bot, not a/b or https://a.example/b");
  expect(marked).toEqual([
    { type: "bot_command", offset: 0, length: 6 },
    { type: "bot_command", offset: 17, length: 11 },
  ]);
});
