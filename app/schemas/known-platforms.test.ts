import { expect, test } from "vitest";
import { readAccounts, toAccountKey } from "#app/lib/account-keys.ts";
import { USUAL_ACCOUNT_NUMBER } from "#app/lib/account-number.ts";
import { AFFILIATE_SYSTEMS } from "#app/lib/affiliate-systems.ts";
import {
  findKnownPlatform,
  isKnownHost,
  KNOWN_PLATFORMS,
  systemOfHost,
  systemOfPlatform,
} from "./known-platforms.ts";
import { PlatformInput } from "./platforms.ts";

test.each(KNOWN_PLATFORMS.map((known) => [known.name, known] as const))(
  "%s is found by its name, and can be added as it is",
  (name, known) => {
    expect(findKnownPlatform(name)).toBe(known);
    const added = { name, icon: known.icon, accountNumber: { ...USUAL_ACCOUNT_NUMBER, ...known.account } };
    expect(PlatformInput.parse(added)).toEqual(added);
  },
);

test.each(
  KNOWN_PLATFORMS.flatMap(({ name, account }) => (account?.example ? [[name, account.example]] : [])),
)("an account number at %s that is typed like %s is matched whole", (_, example) =>
  expect(readAccounts(example, new Set())[0]).toBe(toAccountKey(example)),
);

test.each(KNOWN_PLATFORMS.flatMap(({ name, system }) => (system ? [[name, system] as const] : [])))(
  "the postbacks of %s name again what its links fill",
  (name, system) => {
    expect(systemOfPlatform(name)).toBe(system);
    const { parameters, macros } = AFFILIATE_SYSTEMS[system];
    expect(Object.keys(macros)).toContain(parameters[0]);
  },
);

test.each(KNOWN_PLATFORMS.flatMap(({ hosts = [], system = null }) => hosts.map((host) => [host, system])))(
  "%s is known, and its system is %s",
  (host, system) => {
    for (const one of [host, `one.${host}`])
      expect([isKnownHost(String(one)), systemOfHost(String(one))]).toEqual([true, system]);
  },
);

test.each([
  ["Exness Spain", "Exness"],
  ["my EXNESS (IB)", "Exness"],
  ["IC-Markets EU", "IC Markets"],
  ["XMarkets", undefined],
  ["Halden FX", undefined],
  ["", undefined],
])("a platform that is called %j is %s", (name, known) => {
  expect(findKnownPlatform(name)?.name).toBe(known);
});

test.each(["notexness.com", "exness.com.example", "com", ""])("%j is no known broker's host", (host) => {
  expect([isKnownHost(host), systemOfHost(host)]).toEqual([false, null]);
});
