import { describe, expect, test } from "vitest";
import { type CallText, readCall } from "./read-call.ts";

const read = (call: Partial<CallText>) => {
  const found = readCall({ query: "", body: null, bodyType: null, ...call });
  return typeof found === "string"
    ? found
    : Object.fromEntries([...found].map(([name, { value }]) => [name, value]));
};

test("a query, a form and JSON say the same", () => {
  const said = { event: "ftd", amount: "250.00", player: "8412001" };
  expect(read({ query: "event=ftd&amount=250.00&player=8412001" })).toEqual(said);
  expect(read({ body: "event=ftd&amount=250.00&player=8412001", bodyType: "form" })).toEqual(said);
  expect(read({ body: '{"event":"ftd","amount":250.00,"player":8412001}', bodyType: "json" })).toEqual(said);
});

test("what stands deeper in JSON has its path for a name, and figures keep all digits", () => {
  const body =
    '{"data":{"player":{"id":12345678901234567890},"amounts":[1.50,{"x":"a\\"b"}]},"ok":true,"no":null}';
  expect(read({ body, bodyType: "json" })).toEqual({
    "data.player.id": "12345678901234567890",
    "data.amounts.0": "1.50",
    "data.amounts.1.x": 'a"b',
    ok: "true",
  });
});

test("macros that nobody filled are absent", () => {
  const query =
    "a={clickid}&b=%7Bafp%7D&c=%257Bafp%257D&d=[sub1]&e=&f=%20&g=$%7Bid%7D&h={{sub}}&i=null&j=abc{sub}&k=fine&l";
  expect(read({ query })).toEqual({ k: "fine" });
});

describe("a call cannot be read", () => {
  test("where a parameter comes twice with different values", () => {
    const twice = "The parameter “amount” comes twice with different values.";
    expect(read({ query: "amount=50&sub=x&amount=5000" })).toBe(twice);
    expect(read({ query: "amount=&amount=5000" })).toBe(twice);
    expect(read({ query: "Amount=50&amount=5000" })).toMatch(/twice/);
    expect(read({ query: "amount=50", body: "amount=5000", bodyType: "form" })).toBe(twice);
    expect(read({ body: '{"amount":50,"sub":"x","amount":5000}', bodyType: "json" })).toBe(twice);
    expect(read({ query: "amount=50&amount=50" })).toEqual({ amount: "50" });
  });

  test("that is not UTF-8, has a zero byte or is no JSON", () => {
    expect(read({ query: "name=%ff%fe" })).toBe("A value is not UTF-8.");
    expect(read({ query: "name=a%00b" })).toBe("A value has a character that no text has.");
    expect(read({ body: '{"a":"\\u0000"}', bodyType: "json" })).toBe(
      "A value has a character that no text has.",
    );
    expect(read({ body: '{"a":', bodyType: "json" })).toBe("The body is not valid JSON.");
  });
});

test("a percent sign and plus signs stand for what they are", () => {
  expect(read({ query: "share=50%&name=Ana+Cruz&email=ana%2Bx%40example.com" })).toEqual({
    share: "50%",
    name: "Ana Cruz",
    email: "ana+x@example.com",
  });
});
