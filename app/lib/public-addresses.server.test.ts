import { expect, test } from "vitest";
import { sendRequest } from "./http-client.server.ts";
import { isPublicAddress } from "./public-addresses.server.ts";

test.each([
  "127.0.0.1",
  "10.0.0.7",
  "172.16.3.4",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fc00::1",
  "::ffff:10.0.0.7",
  "64:ff9b::a00:7",
  "not an address",
])("%s is not public", (address) => expect(isPublicAddress(address, false)).toBe(false));

test.each(["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34"])(
  "%s is public",
  (address) => expect(isPublicAddress(address, false)).toBe(true),
);

test.each(["http://10.0.0.7/", "http://[fe80::1]/", "http://169.254.169.254/latest/meta-data"])(
  "nothing is sent to %s",
  async (url) => {
    const call = {
      method: "POST",
      url,
      allowedBase: new URL(url).origin,
      timeoutMs: 1_000,
      isPublicOnly: true,
    } as const;
    expect(await sendRequest(call)).toMatchObject({ kind: "unreached", fault: "ADDRESS_NOT_PUBLIC" });
  },
);
