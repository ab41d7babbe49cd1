import { afterEach, expect, test } from "vitest";
import { config } from "#app/env.server.ts";
import { newId } from "#app/lib/ids.ts";
import { currentSeal, decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { SpendAccount } from "#app/models/index.server.ts";
import { resealSecrets } from "#app/services/admin/reseal-secrets.server.ts";
import { openToken } from "#app/services/telegram/bots/find-bot.server.ts";
import { connectMeta, createOwner } from "../../factories/index.ts";
import { createBot } from "../../support/telegram.ts";

const keys = [...config.encryptionKeys];
afterEach(() => {
  config.encryptionKeys.splice(0, Number.POSITIVE_INFINITY, ...keys);
});

test("a secret sealed with an older key is sealed again, so that the older key can go", async () => {
  const owner = await createOwner();
  const connection = await connectMeta(owner, { accessToken: "sandbox-token" });
  const id = newId();
  const spendAccount = await SpendAccount.create({
    id,
    workspaceId: owner.workspace.id,
    connectionId: connection.id,
    adPlatform: "meta",
    accountId: "act_1",
    credential: encrypt("a token for spend", id),
    tokenEnding: "pend",
    state: "connected",
    attemptCount: 0,
    createdAt: new Date(),
  });
  const bot = await createBot(owner, { token: "700000000:a-token-of-a-bot-that-is-long-enough" });
  const before = connection.credential;
  await resealSecrets();
  expect((await connection.reload()).credential).toBe(before);

  config.encryptionKeys.unshift("a-newer-key-that-is-long-enough-for-it");
  await resealSecrets();
  await connection.reload();
  expect(connection.credential.startsWith(`${currentSeal()}.`)).toBe(true);

  config.encryptionKeys.splice(1);
  expect(JSON.parse(decrypt(connection.credential, connection.id))).toMatchObject({
    accessToken: "sandbox-token",
  });
  expect(decrypt((await spendAccount.reload()).credential, id)).toBe("a token for spend");
  expect(openToken(await bot.reload())).toBe("700000000:a-token-of-a-bot-that-is-long-enough");
});

test("a secret that no key can read is left as it is", async () => {
  const connection = await connectMeta(await createOwner());
  await connection.update({ credential: "00000000.a.b.c" });
  await resealSecrets();
  expect((await connection.reload()).credential).toBe("00000000.a.b.c");
});
