import { expect, test } from "vitest";
import { messages } from "./messages/index.ts";
import { PostbackSettingsInput } from "./postbacks.ts";

const { postbacks } = messages;

const refusals = (input: object): string[] =>
  (PostbackSettingsInput.safeParse(input).error?.issues ?? []).map(({ message }) => message);
const field = (name: string, meaning = "ignore") => ({ name, meaning });

test("the settings of a postback say what is wrong with them", () => {
  const many = (count: number, of: (index: number) => unknown) =>
    Array.from({ length: count }, (_, at) => of(at));
  expect(refusals({ fields: [field("")] })).toEqual([postbacks.nameShape]);
  expect(refusals({ fields: [field("a"), field("A")] })).toEqual([postbacks.nameTwice]);
  expect(refusals({ fields: [field("a", "amount"), field("b", "amount")] })).toEqual([
    postbacks.meaningTwice,
  ]);
  expect(refusals({ fields: [field("a", "clickId"), field("b", "clickId")] })).toEqual([]);
  expect(refusals({ fields: many(101, (at) => field(`a${at}`)) })).toEqual([postbacks.fieldsTooMany]);
  const kinds = Object.fromEntries(many(101, (at) => [`word ${at}`, "deposit"]) as [string, string][]);
  expect(refusals({ kinds })).toEqual([postbacks.wordsTooMany]);
  expect(refusals({ parameter: { value: "short" } })).toEqual([postbacks.secretShape]);
  expect(refusals({ parameter: { name: "clé" } })).toEqual([postbacks.secretNameShape]);
  expect(refusals({ hmac: { header: "X Sign" } })).toEqual([postbacks.headerShape]);
  expect(refusals({ ips: ["broker.example"] })).toEqual([postbacks.ipShape]);
  for (const part of ["203.0.113", "010.0.0.1", "10", "203.0.113.7/33"])
    expect(refusals({ ips: [part] })).toEqual([postbacks.ipShape]);
  expect(refusals({ ips: many(51, () => "203.0.113.7") })).toEqual([postbacks.ipsTooMany]);
  for (const timeZone of ["Mars/Base", "+99:00"])
    expect(refusals({ timeZone })).toEqual([postbacks.zoneShape]);
  expect(PostbackSettingsInput.parse({ timeZone: "+02:00", ips: ["2001:db8::/32"] })).toEqual({
    timeZone: "+02:00",
    ips: ["2001:db8::/32"],
  });
});
