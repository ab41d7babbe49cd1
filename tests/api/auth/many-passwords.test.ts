import { describe, expect, test } from "vitest";
import { AccountToken, User } from "#app/models/index.server.ts";
import { createOwner, signInAs, unique, uniqueEmail } from "../../factories/index.ts";
import type { TestResponse } from "../../support/client.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const PASSWORD = "correct horse battery";
const AT_ONCE = 50;

const fiftyTimes = (request: (index: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => request(index)));
const countStatuses = (responses: TestResponse[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe("fifty passwords at once are all served", () => {
  test("fifty registrations at once are all served", async () => {
    const responses = await fiftyTimes(() =>
      site.send("/api/auth/register", {
        json: {
          name: "Noor Haddad",
          username: `n-${unique()}`,
          email: uniqueEmail(),
          password: "a long one to type",
        },
      }),
    );
    expect(countStatuses(responses)).toEqual({ 201: AT_ONCE });
    expect(await User.count()).toBe(AT_ONCE);
  });

  test("fifty resets by one link at once are all served", async () => {
    const owner = await createOwner({ password: PASSWORD });
    await site.send("/api/auth/forgot-password", { json: { email: owner.email } });
    const token = (await site.mail.linkTo(owner.email)).split("token=")[1];
    const responses = await fiftyTimes((index) =>
      site.send("/api/auth/reset-password", { json: { token, password: `the new one, number ${index}` } }),
    );
    expect(countStatuses(responses)).toEqual({ 200: 1, 400: AT_ONCE - 1 });
    expect(await AccountToken.count({ where: { usedAt: null } })).toBe(0);
  });

  test("fifty changes of one password at once are all served", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { token } = await signInAs(owner);
    const responses = await fiftyTimes((index) =>
      site.send("/api/user/change-password", {
        token,
        json: { currentPassword: PASSWORD, newPassword: `the new one, number ${index}` },
      }),
    );
    expect(countStatuses(responses)).toEqual({ 204: 1, 400: AT_ONCE - 1 });
  });
});
