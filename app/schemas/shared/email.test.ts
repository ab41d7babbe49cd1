import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { toEmailKey } from "#app/lib/email-address.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { EMAIL_PATTERN, Email } from "./email.ts";

const ADDRESSES = [
  "iria@example.com",
  " Iria.Vidal+tag@mail.Example.co.uk ",
  "o'brien_1%x@example.com",
  "!#$%&'*+-/=?^_`{|}~@example.com",
  "josé@example.com",
  "иван@пример.рф",
  "iria@münchen.de",
  "iria@xn--mnchen-3ya.de",
  "a@b.co",
  "1@1.2.example",
  `${"a".repeat(64)}@example.com`,
  `a@${"b".repeat(63)}.example`,
];

test.each(ADDRESSES)("%j is an address, and the mailer sends to that mailbox", async (typed) => {
  const email = Email.parse(typed);
  const mailer = createTransport({ streamTransport: true, buffer: true });
  const { envelope } = await mailer.sendMail({ to: { name: "", address: email }, text: "" });
  expect(envelope.to).toHaveLength(1);
  const [to = ""] = envelope.to;
  expect(to.slice(0, to.lastIndexOf("@"))).toBe(email.slice(0, email.lastIndexOf("@")));
  expect(toEmailKey(to)).toBe(toEmailKey(email));
});

test.each([
  ["a@ｘ.example", "a@x.example"],
  ["ａ＠x。example", "a@x.example"],
  ["ﬁ@x.example", "fi@x.example"],
  ["\u200ba@x.example\u200e", "a@x.example"],
  ["\u202aa\u200b@x.example\u202c", "a@x.example"],
])("%j is read as the address %s", (typed, email) => {
  expect(Email.parse(typed)).toBe(email);
});

test.each([
  "a²@x.example",
  "victim@x.example>",
  ">victim@x.example",
  "<<victim@x.example>>",
  "Victim <victim@x.example>",
  "a,b@x.example",
  "x@y.example,",
  "x@y.example;",
  '"a"@x.example',
  "a(comment)@x.example",
  "a@(comment)x.example",
  "a@x.example(comment)",
  "a\\b@x.example",
  "a:b@x.example",
  "a@[192.0.2.1]",
  "a@192.0.2.1",
  "a@b@x.example",
  ".a@x.example",
  "a.@x.example",
  "a..b@x.example",
  "a@x..example",
  "a@-x.example",
  "a@x-.example",
  "a@x_y.example",
  "a@x.example.",
  "a@x.example。",
  "a@x.example/path",
  `a@${"b".repeat(64)}.example`,
  `a@${"ü".repeat(60)}.example`,
  "a b@x.example",
  "a\ud800@x.example",
  "a@x.e",
  `${"a".repeat(65)}@example.com`,
])("%j is no address", (typed) => {
  expect(Email.safeParse(typed).error?.issues[0]?.message).toBe(messages.fields.emailShape);
});

test("the pattern compiles with the v flag, as browsers do it", () => {
  const source = EMAIL_PATTERN.source.slice(1, -1);
  const inBrowser = new RegExp(`^(?:${source})$`, "v");
  for (const typed of ADDRESSES) expect(inBrowser.test(typed.trim())).toBe(true);
  expect(inBrowser.test("victim@x.example>")).toBe(false);
});
