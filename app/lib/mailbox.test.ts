import { expect, test } from "vitest";
import { toMailbox } from "./mailbox.ts";

test.each([
  ["maria.lopez+ads@gmail.com", "marialopez@gmail.com"],
  ["m.a.r.i.a.lopez@googlemail.com", "marialopez@gmail.com"],
  ["maria.lopez@proton.me", "marialopez@proton.me"],
  ["maria_lopez@protonmail.com", "marialopez@proton.me"],
  ["maria-lopez+x@pm.me", "marialopez@proton.me"],
  ["maria.lopez@me.com", "maria.lopez@icloud.com"],
  ["maria.lopez@ya.ru", "maria-lopez@yandex.ru"],
  ["maria+broker@outlook.com", "maria@outlook.com"],
  ["maria+broker@example.com", "maria@example.com"],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});

test.each(["maria@outlook.com", "maria@hotmail.com", "maria.lopez@example.com", "+tag@example.com", "maria"])(
  "%s has no other spelling",
  (email) => {
    expect(toMailbox(email)).toBe(email);
  },
);
