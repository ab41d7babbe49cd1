import { expect, test } from "vitest";
import { plainName } from "./plain-name.ts";

test.each([
  ["evil.example/offer", "evil. example/offer"],
  ["Click bit.ly/x2 now", "Click bit. ly/x2 now"],
  ["https://evil.example", "https: //evil. example"],
  ["help@evil.example", "help@evil. example"],
  ["203.0.113.77", "203.0. 113. 77"],
  ["evil。example", "evil. example"],
  ["sub.evil.example", "sub. evil. example"],
])("a name that mail programs would link is no link: %s", (name, shown) => {
  expect(plainName(name)).toBe(shown);
});

test.each(["J.R.R. Tolkien", "Iria O'Neil", "Dr. Noor Haddad Jr.", "José Núñez"])(
  "any other name stays as it is: %s",
  (name) => expect(plainName(name)).toBe(name),
);
