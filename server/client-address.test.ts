import { describe, expect, test } from "vitest";
import { startSite } from "../tests/support/echo-site.ts";
import { compileTrust } from "./client-address.ts";

/** The test's own connection comes from 127.0.0.1. */
const CASES: [trustProxy: string, forwardedFor: string | undefined, address: string][] = [
  ["", undefined, "127.0.0.1"],
  ["", "203.0.113.9", "127.0.0.1"],
  ["0", "203.0.113.9", "127.0.0.1"],
  ["1", undefined, "127.0.0.1"],
  ["1", "203.0.113.9", "203.0.113.9"],
  ["1", "1.2.3.4, 203.0.113.9", "203.0.113.9"],
  ["2", "1.2.3.4, 203.0.113.9, 10.0.0.1", "203.0.113.9"],
  ["loopback", "1.2.3.4, 203.0.113.9", "203.0.113.9"],
  ["loopback, 10.0.0.0/8", "1.2.3.4, 203.0.113.9, 10.0.0.1", "203.0.113.9"],
  ["10.0.0.0/8", "203.0.113.9", "127.0.0.1"],
  ["1", "::ffff:203.0.113.9", "203.0.113.9"],
  ["1", "203.0.113.9:51234", "203.0.113.9"],
  ["1", "[2001:db8::1]:443", "2001:db8::1"],
  ["1", "2001:db8::1", "2001:db8::1"],
  ["1", "unknown", "127.0.0.1"],
  ["1", "<script>", "127.0.0.1"],
  ["loopback", "not an address, 999.1.1.1", "127.0.0.1"],
];

describe("getClientAddress", () => {
  test.each(CASES)(
    "getClientAddress with TRUST_PROXY=%s and X-Forwarded-For %s is %s",
    async (trustProxy, forwardedFor, address) => {
      await using site = await startSite({ trustProxy });
      const headers = forwardedFor === undefined ? {} : { "X-Forwarded-For": forwardedFor };
      const response = await site.send("/pricing", { headers });
      expect(JSON.parse(response.text).context.clientAddress).toBe(address);
    },
  );
});

describe("compileTrust", () => {
  test("compileTrust says in one sentence what is wrong", () => {
    expect(() => compileTrust("my-proxy")).toThrow(/^TRUST_PROXY: /);
  });
});

describe("cleanProxyHeaders", () => {
  const forged = {
    "X-Forwarded-For": "1.2.3.4",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Port": "99",
    "X-Forwarded-Anything": "x",
    "X-Real-IP": "1.2.3.4",
    Forwarded: "for=1.2.3.4;host=evil.example",
  };

  test("cleanProxyHeaders removes forwarding headers that a client sends itself", async () => {
    for (const trustProxy of ["", "10.0.0.0/8"]) {
      await using site = await startSite({ trustProxy });
      const { url, headers } = JSON.parse((await site.send("/pricing", { headers: forged })).text);
      expect(url).toBe("http://attesto.example/pricing");
      expect(Object.keys(headers).filter((name) => /forwarded|real-ip/.test(name))).toEqual([]);
    }
  });
});
