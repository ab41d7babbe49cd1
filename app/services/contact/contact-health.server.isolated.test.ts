import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test } from "vitest";

let connections = 0;
let isRefusing = false;
const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  closeTimeout: 100,
  onConnect(_session, callback) {
    connections++;
    callback(isRefusing ? new Error("not now") : null);
  },
});
server.on("error", () => undefined);
server.listen(0, "127.0.0.1");
await once(server.server, "listening");
// Before the configuration is read.
process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
const { checkContactHealth } = await import("./contact-health.server.ts");

afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

test("the health of the contact form asks the mail server once in ten seconds, whether it responds or not", async () => {
  await checkContactHealth(0);
  await checkContactHealth(10_000);
  expect(connections).toBe(1);
  isRefusing = true;
  const unavailable = { status: 503, headers: { "Retry-After": "10" } };
  await expect(checkContactHealth(10_001)).rejects.toMatchObject(unavailable);
  await expect(checkContactHealth(20_001)).rejects.toMatchObject(unavailable);
  expect(connections).toBe(2);
  isRefusing = false;
  await checkContactHealth(20_002);
  expect(connections).toBe(3);
});
