import { expect, test } from "vitest";
import { createMask, presentPostback } from "./postback.ts";

const mask = createMask([
  { name: "event", meaning: "kind" },
  { name: "amount", meaning: "amount" },
  { name: "player", meaning: "account" },
]);
const show = (query: string, body: string | null = null) => {
  const call = { id: "1", receivedAt: new Date(), ip: null, outcome: null, problem: null, evidenceId: null };
  return presentPostback({ ...call, query, body }, mask).query;
};

test("whoever may not see persons sees amounts and kinds of a call, and of all else that it is there", () => {
  expect(show("event=ftd&player=8412001&amount=250.00")).toBe("event=ftd&player=•••&amount=250.00");
  expect(show("event=ftd", "player=8412001&amount=5")).toBe("event=ftd player=•••&amount=5");
  expect(show('event=ftd&data={"player":8412001}')).toBe("•••");
});

test("a person who stands in the place of a name, or behind an amount, is not shown either", () => {
  const hidden = ["rosa@example.com", "event=ftd&rosa%40example.com", "rosa%40example.com=1", "8412001"];
  for (const text of hidden) expect(show(text)).not.toMatch(/rosa|8412001/);
  expect(show("event=ftd", "amount=5\nemail: rosa@example.com")).toBe("event=ftd amount=•••");
  expect(show("", "rosa cruz=1&x=rosa cruz")).not.toMatch(/rosa|cruz/);
});
