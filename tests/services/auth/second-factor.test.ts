import { expect, test } from "vitest";
import { completeSecondFactor } from "#app/services/auth/sign-in/second-factor.server.ts";
import { createOwner } from "../../factories/index.ts";
import { createCode, createTwoFactorToken, nowhere, switchTwoStepOn } from "../../factories/two-factor.ts";

test("a code of the step before or after counts, each step once, and no older one after a newer", async () => {
  const owner = await createOwner();
  const now = new Date();
  const { secret } = await switchTwoStepOn(owner, now);
  const take = async (code: string) => {
    const token = await createTwoFactorToken(owner);
    return completeSecondFactor({ token, code, now, device: nowhere });
  };
  const refused = { code: "invalid_code" };
  await expect(take(createCode(secret, -1, now))).rejects.toMatchObject(refused);
  await expect(take(createCode(secret, 2, now))).rejects.toMatchObject(refused);
  const next = createCode(secret, 1, now);
  expect((await take(` ${next.slice(0, 3)} ${next.slice(3)}`)).user.id).toBe(owner.id);
  await expect(take(next)).rejects.toMatchObject(refused);
  await expect(take(createCode(secret, 0, now))).rejects.toMatchObject(refused);
});
