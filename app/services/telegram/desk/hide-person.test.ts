import { expect, test } from "vitest";
import { hideEmail, hidePhone } from "./hide-person.ts";

test("an email keeps the first letters of its name and site, and its ending", () => {
  expect(hideEmail("anna@deposit.com")).toBe("a…@d….com");
  expect(hideEmail("ö.x@mail.example.co.uk")).toBe("ö…@m….uk");
  expect(hideEmail("😀@x.io")).toBe("😀…@x….io");
});

test("a phone number keeps its last two digits", () => {
  expect(hidePhone("+34612345678")).toBe("…78");
});
