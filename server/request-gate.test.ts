import { describe, expect, test } from "vitest";
import { startSite } from "../tests/support/echo-site.ts";

const HOST = "Host: attesto.example";
const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, ...(headers.length > 0 ? headers : [HOST]), "Connection: close"].join("\r\n")}\r\n\r\n`;
const post = (body: string, ...headers: string[]) =>
  `${["POST /api/x HTTP/1.1", HOST, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n${body}`;

/** All bytes a stranger may send; what is refused must not be our fault. */
const MALFORMED: [name: string, text: string][] = [
  ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["no host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n"],
  ["two hosts", get("/", HOST, "Host: evil.example")],
  ["the same host twice", get("/", HOST, HOST)],
  ...[
    "",
    " ",
    "evil.example",
    "attesto.example:99999",
    "attesto.example:x",
    "attesto.example:",
    "[::1",
    "a b",
    "%zz",
    "a/b",
    "a?b",
    "a#b",
    "user@attesto.example",
    "..",
    "x".repeat(5000),
    "attesto.example, evil.example",
    "\xe4ttesto.example",
  ].map((host): [string, string] => [`host "${host.slice(0, 30)}"`, get("/", `Host: ${host}`)]),
  ...[
    "/%",
    "/%zz",
    "/%c0%af",
    "/%00",
    "/a%0d%0aSet-Cookie:x",
    "/%ff.data",
    "/optin/%E0%A4%A",
    "*",
    "http://evil.example/",
    "//evil.example/%",
    "evil",
    "/\xff\xfe%",
    "/?_data=root",
    "/?%5Fdata=root",
    "/?a=1&_data=",
    "/.data?_data=x",
    `/${"a".repeat(20_000)}`,
  ].map((target): [string, string] => [`target "${target.slice(0, 30)}"`, get(target)]),
  ["a bad method", `BREW / HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ["a method in lower case", `get / HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ["a bad version", `GET / HTTP/9.9\r\n${HOST}\r\n\r\n`],
  ["a bare word", "hello\r\n\r\n"],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["a header without a colon", get("/", HOST, "nonsense")],
  ["a space before the colon", get("/", HOST, "X-A : b")],
  ["a null byte in a header", get("/", HOST, "X-A: \0")],
  ["a line feed in a header", get("/", HOST, "X-A: a\nb")],
  ["too many headers", get("/", HOST, ...Array.from({ length: 3000 }, (_, index) => `X-${index}: ${index}`))],
  ["a negative length", post("x", "Content-Length: -1")],
  ["two lengths", post("xx", "Content-Length: 1", "Content-Length: 2")],
  ["a length and chunks", post("0\r\n\r\n", "Content-Length: 5", "Transfer-Encoding: chunked")],
  ["bad chunks", post("zz\r\nabc\r\n0\r\n\r\n", "Transfer-Encoding: chunked")],
  ["an unknown coding", post("abc", "Transfer-Encoding: cow")],
  ["a length without its body", post("a", "Content-Length: 10")],
  ["a gigantic length", post("a", "Content-Length: 99999999999999999999")],
];

/** Odd, but nothing to refuse: the response is whatever the address gives, and no fault. */
const ODD: [name: string, ...headers: string[]][] = [
  ["a bad range", "Range: bytes=9-1,x"],
  ["a bad encoding", "Accept-Encoding: ;;q=x"],
  ["a bad cookie", "Cookie: =;;%zz=%"],
  ["a bad date", "If-Modified-Since: never"],
  ["a bad language", "Accept-Language: ,,;q=9"],
  ["a bad type", "Accept: /,;"],
  ["an upgrade", "Connection: upgrade", "Upgrade: websocket"],
  ["a bad origin", "Origin: http://%zz"],
  ["a bad forwarded host", "X-Forwarded-Host: a b:99999999"],
  ["a bad forwarded protocol", "X-Forwarded-Proto: ht!tp"],
  ["a bad forwarded address", "X-Forwarded-For: ,,x,"],
];

describe("request gate", () => {
  test.each(["/api/../login", "/api/%2e%2e/login", "/api/x/%2E./../login", "/api/x\\..\\..\\login"])(
    "the request gate lets nobody pass for a program's call at %s, which is a page's address once it is parsed",
    async (path) => {
      await using site = await startSite();
      const headers = {
        Authorization: "Bearer x",
        Cookie: "attesto_session=x",
        "Sec-Fetch-Site": "cross-site",
      };
      for (const method of ["POST", "PUT"]) {
        const { status, text } = await site.send(path, { method, headers });
        expect([method, status, JSON.parse(text).code]).toEqual([method, 400, "malformed_path"]);
      }
    },
  );

  test("the request gate answers forty malformed requests and more as the client's fault", async () => {
    expect(MALFORMED.length + ODD.length).toBeGreaterThan(40);
    await using site = await startSite();
    for (const [name, text] of MALFORMED) {
      const response = await site.sendRaw(text);
      // An empty response: the connection is closed, as for a body that never comes.
      if (response !== "") expect(response, name).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    for (const trustProxy of ["", "1", "loopback"]) {
      await using proxied = await startSite({ trustProxy });
      for (const [name, ...headers] of ODD) {
        expect(await proxied.sendRaw(get("/", HOST, ...headers)), name).toMatch(/^HTTP\/1\.1 2\d\d /);
      }
    }
    expect((await site.send("/healthz")).status).toBe(200);
  });

  test("the request gate gives every refusal an id and the security headers, even of what is not HTTP", async () => {
    await using site = await startSite();
    for (const [name, text] of MALFORMED) {
      const response = await site.sendRaw(text);
      if (response === "") continue;
      expect(response, name).toMatch(/^x-request-id: [\w.-]+\r$/im);
      expect(response, name).toMatch(/^content-security-policy: default-src 'none'/im);
    }
  });

  test("the request gate has the contract's shape under /api and a page elsewhere", async () => {
    await using site = await startSite();
    const headers = { Origin: "https://evil.example", Cookie: "s=1" };
    const call = await site.send("/api/user/profile", { method: "PUT", headers });
    expect([call.status, call.headers["content-type"]]).toEqual([403, "application/json; charset=utf-8"]);
    const { error, code, errors, requestId } = JSON.parse(call.text);
    expect([typeof error, code, errors]).toEqual(["string", "origin_refused", undefined]);
    expect(requestId).toBe(call.headers["x-request-id"]);

    const malformed = JSON.parse((await site.send("/api/%")).text);
    expect(malformed).toMatchObject({ code: "malformed_path", errors: [], details: [] });

    const page = await site.send("/contact", { method: "POST", headers });
    expect([page.status, page.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
    expect(page.text).toContain(String(page.headers["x-request-id"]));
    expect(page.headers["content-security-policy"]).toMatch(/style-src 'sha256-/);
  });

  test("the request gate refuses a declared body over 105 MiB before it is sent, and the connection with it", async () => {
    await using site = await startSite();
    const response = await site.sendRaw(post("", `Content-Length: ${105 * 1024 * 1024 + 1}`));
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('"code":"payload_too_large"');
    expect(response).toMatch(/^connection: close\r$/im);
  });

  test.each(["TRACE", "PROPFIND", "LOCK", "PURGE", "M-SEARCH"])(
    "the request gate answers %s with 405 and Allow",
    async (method) => {
      await using site = await startSite();
      const call = await site.send("/api/optin/demo", { method });
      expect([call.status, call.headers.allow]).toEqual([
        405,
        "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE",
      ]);
      expect(JSON.parse(call.text).code).toBe("method_not_allowed");
      expect((await site.send("/pricing", { method })).headers["content-type"]).toBe(
        "text/html; charset=utf-8",
      );
    },
  );

  test("the request gate never shows the text of an error, but logs it under the request's id", async () => {
    await using site = await startSite();
    const response = await site.send("/throw");
    expect(response.status).toBe(500);
    expect(response.text).not.toContain("secret of the inside");
    const line = await site.line("request failed");
    expect(line.requestId).toBe(response.headers["x-request-id"]);
    expect(JSON.stringify(line)).toContain("secret of the inside");
  });
});
