import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "#app/database/leases.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { Channel } from "#app/models/index.server.ts";
import { admitMails, recordMailFailure, recordMailSuccess } from "#app/services/mail/mail-health.server.ts";

// The operator is told here on purpose.
const { level } = log;
beforeAll(() => {
  log.level = "silent";
});
afterAll(() => {
  log.level = level;
});

async function fail(times: number): Promise<void> {
  for (let time = 0; time < times; time++) await recordMailFailure("ESOCKET");
}

const restFor = (ms: number) => Channel.update({ pausedUntil: fromNow(ms) } as object, { where: {} });
const readRestMs = async () => {
  const channel = await Channel.findOne({ rejectOnEmpty: true });
  return (channel.pausedUntil?.getTime() ?? 0) - Date.now();
};

test("a mail server that fails rests after five failures in a row, and is tried with one email by one process", async () => {
  expect(await admitMails(20)).toBe(20);
  await fail(4);
  expect(await admitMails(20)).toBe(20);
  await fail(1);
  await restFor(MINUTE);
  expect(await admitMails(20)).toBe(0);
  await restFor(0);
  const admitted = await Promise.all([1, 2, 3].map(() => admitMails(20)));
  expect(admitted.sort()).toEqual([0, 0, 1]);
  await recordMailSuccess();
  expect(await admitMails(20)).toBe(20);
  expect(await Channel.findOne()).toMatchObject({ failureCount: 0, pausedUntil: null, lastError: null });
});

test("a mail server whose one email fails rests again, and longer each time", async () => {
  await fail(5);
  const first = await readRestMs();
  await restFor(MINUTE);
  await fail(10);
  expect(await Channel.findOne()).toMatchObject({ failureCount: 5, lastError: "ESOCKET" });
  for (let time = 0; time < 3; time++) {
    await restFor(0);
    expect(await admitMails(20)).toBe(1);
    await fail(1);
  }
  expect(await readRestMs()).toBeGreaterThan(first);
  expect(await Channel.findOne()).toMatchObject({ failureCount: 8, isProbed: false });
});

test("emails that are taken between failures start the count again", async () => {
  await fail(4);
  await recordMailSuccess();
  await fail(4);
  expect(await admitMails(20)).toBe(20);
});
