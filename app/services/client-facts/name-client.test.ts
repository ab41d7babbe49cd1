import { expect, test } from "vitest";
import { nameClient } from "./name-client.ts";

type Row = Parameters<typeof nameClient>[0];

const name = (row: Partial<Row>) =>
  nameClient({
    account: null,
    email: null,
    emailSha256: null,
    emailMd5: null,
    emailMasked: null,
    userName: null,
    submissionId: null,
    clickId: null,
    phone: null,
    phoneEnding: null,
    name: null,
    ...row,
  });

test("a client is named by the account number in any spelling, else by the email, else by another name", () => {
  const ana = { email: "ana@example.com", userName: "ana", clickId: "click-1" };
  expect(name({ ...ana, account: " 0084 12337 " })).toBe("account 8412337");
  expect(name(ana)).toBe("email ana@example.com");
  expect(name({ ...ana, email: null })).toBe("other ana");
  expect(name({ clickId: "click-1" })).toBe("other click-1");
});

test("a placeholder of three characters in the place of an account number names nobody, and so does a common name", () => {
  expect([name({ account: "n/a" }), name({ account: "123" }), name({ account: "1234" })]).toEqual([
    null,
    null,
    "account 1234",
  ]);
  expect([name({ name: "Ana Ruiz" }), name({ name: "Ana Ruiz", emailMasked: "a***@example.com" })]).toEqual([
    null,
    "rest a***@example.com Ana Ruiz",
  ]);
});
