import { expect, test } from "vitest";
import { describeAccessMethods } from "./access-methods.ts";

test.each<[apiKeys: number, providers: string[], listed: string]>([
  [1, [], "one API key"],
  [2, [], "2 API keys"],
  [0, ["Google"], "Google"],
  [2, ["Google", "Facebook"], "2 API keys, Google and Facebook"],
])("the sentence names what else opens an account: %i keys and %j", (apiKeys, providers, listed) => {
  expect(describeAccessMethods({ apiKeys, providers })).toBe(
    `These still give access to your account: ${listed}. You can remove them in your settings.`,
  );
});

test("the sentence is null if there is no other access method", () => {
  expect(describeAccessMethods({ apiKeys: 0, providers: [] })).toBeNull();
});
