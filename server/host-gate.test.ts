import { describe, expect, test } from "vitest";
import { startSite } from "../tests/support/echo-site.ts";
import { createHostGate, publicAddress } from "./host-gate.ts";

const production = {
  publicUrl: "https://attesto.example",
  appEnv: "production",
  isProduction: true,
  port: 3000,
} as const;
const development = {
  publicUrl: "http://localhost:3000",
  appEnv: "development",
  isProduction: false,
  port: 3000,
} as const;

describe("host gate", () => {
  test("the host gate serves PUBLIC_URL's host, with or without its default port, in any case", () => {
    const checkHost = createHostGate(production, 3000);
    for (const host of ["attesto.example", "attesto.example:443", "ATTESTO.example"]) {
      expect(checkHost(host)).toEqual({ isServed: true, origins: ["https://attesto.example"] });
    }
  });

  test.each([
    undefined,
    "",
    "evil.example",
    "attesto.example:80",
    "attesto.example.",
    "attesto.example@evil",
    "localhost:3000",
    "127.0.0.1",
    "x,attesto.example",
  ])("the host gate serves no %s in production", (host) => {
    expect(createHostGate(production, 3000)(host)).toEqual({ isServed: false, redirectsTo: null });
  });

  test.each(["127.0.0.1:3000", "[::1]:3000", "localhost", "LOCALHOST:8080"])(
    "the host gate leads %s to PUBLIC_URL outside production",
    (host) => {
      expect(createHostGate(development, 3000)(host)).toEqual({
        isServed: false,
        redirectsTo: "http://localhost:3000",
      });
    },
  );

  test("the host gate serves the local names as they are in tests, as origins of their own", () => {
    const checkHost = createHostGate({ ...development, appEnv: "test" }, 3000);
    expect(checkHost("127.0.0.1:4567")).toEqual({
      isServed: true,
      origins: ["http://localhost:3000", "http://127.0.0.1:4567"],
    });
    expect(checkHost("evil.example")).toEqual({ isServed: false, redirectsTo: null });
  });

  test("the host gate serves the local names with the port that the system gave for PORT=0", () => {
    const free = { ...development, publicUrl: "http://localhost:0", port: 0 };
    const checkHost = createHostGate(free, 45_678);
    expect(publicAddress(free, 45_678).origin).toBe("http://localhost:45678");
    expect(checkHost("127.0.0.1:45678").isServed).toBe(true);
    expect(checkHost("127.0.0.1:45679")).toEqual({ isServed: false, redirectsTo: "http://localhost:45678" });
    expect(createHostGate({ ...production, port: 0 }, 45_678)("127.0.0.1:45678").isServed).toBe(false);
  });
});

describe("host gate in front of Remix", () => {
  test("the host gate in front of Remix redirects only what reads", async () => {
    await using site = await startSite({
      publicUrl: "http://localhost:3000",
      appEnv: "development",
      isProduction: false,
    });
    const headers = { Host: "127.0.0.1:3000" };
    const read = await site.send("/pricing?a=1", { headers });
    expect([read.status, read.headers.location]).toEqual([302, "http://localhost:3000/pricing?a=1"]);
    expect((await site.send("/pricing", { headers, method: "POST" })).status).toBe(400);
  });

  test("the host gate in front of Remix exempts the health checks, without passing a foreign host to Remix", async () => {
    await using site = await startSite();
    const headers = { Host: "10.0.0.7:9000" };
    const alive = await site.send("/healthz", { headers });
    expect([alive.status, alive.text]).toEqual([200, '{"status":"ok"}']);
    const ready = await site.send("/readyz", { headers });
    expect([ready.status, JSON.parse(ready.text).problems]).toEqual([503, ["The database does not answer."]]);
    const metrics = await site.send("/metrics", { headers });
    expect(JSON.parse(metrics.text).url).toBe("http://attesto.example/metrics");
    expect((await site.send("/", { headers })).status).toBe(400);
  });

  test("the host gate in front of Remix takes the visitor's host from a trusted proxy that put its own in Host, from nobody else", async () => {
    const headers = {
      Host: "backend:3000",
      "X-Forwarded-Host": "attesto.example",
      "X-Forwarded-Proto": "https",
    };
    await using behindProxy = await startSite({ trustProxy: "loopback" });
    const arrived = JSON.parse((await behindProxy.send("/pricing", { headers })).text);
    expect(arrived.url).toBe("https://attesto.example/pricing");
    await using open = await startSite();
    expect((await open.send("/pricing", { headers })).status).toBe(400);
  });

  test("the host gate in front of Remix removes X-Forwarded-Host and an invalid protocol", async () => {
    await using site = await startSite({ trustProxy: "1" });
    const headers = { "X-Forwarded-Host": "evil.example:99", "X-Forwarded-Proto": "ht!tp" };
    const arrived = JSON.parse((await site.send("/pricing", { headers })).text);
    expect(arrived.url).toBe("http://attesto.example/pricing");
  });
});
