import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LinkClick } from "#app/models/index.server.ts";
import { createBrokerLink } from "#app/services/broker-links/manage-links.server.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { toPublicKey } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { createForm, type Form, findMember, optInBody, signInAs } from "../../factories/index.ts";
import { type App, startApp } from "../../servers/app.ts";
import { OFFER } from "../../support/broker-links.ts";
import { type Send, send, type TestResponse } from "../../support/client.ts";
import { countViews } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { readAttributes } from "../../support/html.ts";
import { BROWSER, openPage } from "../../support/open-page.ts";

let fast: App;
let slow: App;
beforeAll(async () => {
  const databaseUrl = process.env.DATABASE_URL ?? "";
  fast = await startApp({ databaseUrl });
  // One that does not start leaves none behind.
  slow = await startApp({ databaseUrl, env: { FAST_LANE: "no" } }).catch(async (error: unknown) => {
    await fast.kill();
    throw error;
  });
});
afterAll(async () => {
  expect(await Promise.all([fast.kill(), slow.kill()])).toEqual([0, 0]);
});

/** How a response is framed on the wire is each lane's own business. */
const FRAMING = [
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "transfer-encoding",
  "vary",
];

/** A response without what differs between any two: ids, tokens, the form's address, counters. */
function toShape({ status, headers, text }: TestResponse, form: Form) {
  const masked = (value: string) =>
    value
      .replaceAll(form.slug, "SLUG")
      .replaceAll(toPublicKey(form.id), "FORM-KEY")
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")
      .replace(/mine\/[\w.%-]+/g, "mine/TOKEN")
      .replace(/(attesto_visit(?:or|s))=[\w.+/-]+/g, "$1=COOKIE")
      .replace(/\bp[\da-z]{8}\.[\w-]{22}/g, "FORM-TOKEN")
      .replace(/;(r|t)=\d+/g, ";$1=N");
  return {
    status,
    headers: Object.fromEntries(
      [...headers].filter(([name]) => !FRAMING.includes(name)).map(([name, value]) => [name, masked(value)]),
    ),
    body: masked(text),
  };
}

async function onBoth(request: (form: Form) => { path: string } & Send, before?: (form: Form) => Send) {
  const shapes = [];
  for (const app of [fast, slow]) {
    const owner = { title: "Confirm your deposit" };
    const form = await createForm(owner);
    await form.owner.update({ name: "The owner" });
    await form.row.update({ ownerName: "The owner" });
    await form.platforms[0]?.update({ name: "The broker" });
    if (before) await send(`${app.url}/api/optin/${form.slug}/submit`, before(form));
    const { path, ...options } = request(form);
    shapes.push(toShape(await send(app.url + path, options), form));
  }
  return shapes as [ReturnType<typeof toShape>, ReturnType<typeof toShape>];
}

const submitTo = ({ slug }: Form) => `/api/optin/${slug}/submit`;
const email = "visitor@example.com";
const typed = (form: Form, more: Record<string, unknown> = {}) => optInBody(form, { email, ...more });
const type = (value: string) => ({ "content-type": value });
const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };

// First in the file: what is counted for owners of earlier tests cannot be stored, and takes its second with it.
describe("views of the page at /optin/{slug}", () => {
  const PREVIEW = "TelegramBot (like TwitterBot)";
  /** In each lane, to a form of its own. */
  const countIn = async (lane: string, open: (url: string, form: Form) => Promise<void>) => {
    const form = await createForm();
    await open(`${(lane === "Remix" ? slow : fast).url}/optin/${form.slug}`, form);
    return { expectViews: (count: number) => expectViews(form, count) };
  };
  const expectViews = (form: Form, count: number) =>
    eventually(async () => expect(await countViews(form.owner.workspace.id)).toBe(count));

  test.each(["the fast lane", "Remix"])(
    "are counted in %s for each time that a person sees it, and neither for robots, previews and scripts, nor for who is signed in nor when a frame is loaded again",
    async (lane) => {
      const { expectViews } = await countIn(lane, async (url, form) => {
        const { cookie } = await signInAs(form.owner);
        await openPage(url, { ...BROWSER, cookie });
        await openPage(`${url}?utm_source=embed&fbclid=F1&attesto_reload=1`);
        await openPage(url, { ...BROWSER, "user-agent": PREVIEW });
        await openPage(url, { ...BROWSER, "sec-fetch-mode": "cors" });
        await openPage(url, {});
        await send(url, { method: "HEAD" });
        const others: Record<string, string>[] = [
          { cookie: "attesto_visitor=x.y" },
          { "sec-fetch-dest": "iframe" },
        ];
        for (const more of [{}, ...others]) await openPage(url, { ...BROWSER, ...more });
      });
      await expectViews(3);
    },
  );

  test.each(["the fast lane", "Remix"])(
    "are counted in %s when a page that was fetched ahead is shown, with script or without",
    async (lane) => {
      const { expectViews } = await countIn(lane, async (url) => {
        const ahead = await openPage(url, { ...BROWSER, "sec-purpose": "prefetch;prerender" });
        const { text } = await openPage(url);
        expect([ahead.text, text].map((html) => html.split('/shown"').length)).toEqual([2, 1]);
        const shown = `${url}/shown`;
        await openPage(shown, { ...BROWSER, "sec-purpose": "prefetch;prerender" });
        await openPage(shown, { ...BROWSER, "user-agent": PREVIEW });
        await openPage(`${shown}?fbclid=x`, { ...BROWSER, "sec-fetch-mode": "cors" });
        await openPage(shown, { ...BROWSER, "sec-fetch-mode": "no-cors", referer: `${url}?fbclid=x` });
      });
      await expectViews(3);
    },
  );
});

describe("both lanes give the same response to POST /api/optin/{slug}/submit", () => {
  test.each<
    [
      what: string,
      status: number,
      request: (form: Form) => Send & { path?: string },
      before?: (form: Form) => Send,
    ]
  >([
    ["a good one", 201, (form) => ({ json: typed(form) })],
    [
      "a form body with a token",
      201,
      (form) => ({
        form: {
          ...(typed(form, { formToken: issueFormToken("page") }) as Record<string, string>),
          consent: "on",
        },
      }),
    ],
    [
      "a form body without a token",
      403,
      (form) => ({
        form: {
          ...(typed(form) as Record<string, string>),
          consent: "on",
        },
      }),
    ],
    [
      "a foreign page with a token",
      201,
      (form) => ({ json: typed(form, { formToken: issueFormToken("page") }), headers: foreign }),
    ],
    [
      "our own page with cookies",
      201,
      (form) => ({
        json: typed(form, { formToken: issueFormToken("page") }),
        cookie: "_fbp=1",
        headers: { "sec-fetch-site": "same-origin" },
      }),
    ],
    [
      "the same again",
      201,
      (form) => ({ json: typed(form, { submissionKey: "k" }) }),
      (form) => ({ json: typed(form, { submissionKey: "k" }) }),
    ],
    [
      "a request id of the client's",
      201,
      (form) => ({ json: typed(form), headers: { "x-request-id": "my-own.id" } }),
    ],
    ["nothing", 400, () => ({ json: {} })],
    ["a wrong field", 400, (form) => ({ json: typed(form, { phone: "12" }) })],
    ["an unlikely amount", 400, (form) => ({ json: typed(form, { amount: "999999" }) })],
    ["malformed JSON", 400, () => ({ body: "{", headers: type("application/json") })],
    [
      "a form that is no UTF-8",
      400,
      () => ({ body: "email=%ff", headers: type("application/x-www-form-urlencoded") }),
    ],
    ["a bad key", 400, (form) => ({ json: typed(form), headers: { "idempotency-key": "two words" } })],
    ["a query with _data", 400, (form) => ({ path: `${submitTo(form)}?_data=routes`, json: typed(form) })],
    ["a foreign page without a token", 403, (form) => ({ json: typed(form), headers: foreign })],
    ["a filled honeypot", 403, (form) => ({ json: typed(form, { website: "x" }) })],
    ["an unknown form", 404, (form) => ({ path: "/api/optin/nobody-here/submit", json: typed(form) })],
    ["an address that cannot be one", 404, (form) => ({ path: "/api/optin/-x-/submit", json: typed(form) })],
    [
      "a duplicate",
      409,
      (form) => ({ json: typed(form, { submissionKey: "b" }) }),
      (form) => ({ json: typed(form, { submissionKey: "a" }) }),
    ],
    [
      "a key with another body",
      409,
      (form) => ({ json: typed(form, { submissionKey: "k", amount: "9" }) }),
      (form) => ({ json: typed(form, { submissionKey: "k" }) }),
    ],
    ["too much", 413, () => ({ json: { note: "x".repeat(101 * 1024) } })],
    ["much too much", 413, () => ({ json: { note: "x".repeat(2 * 1024 * 1024) } })],
    ["another type", 415, () => ({ body: "x", headers: type("text/plain") })],
    ["another method", 405, () => ({ method: "PUT", json: {} })],
    ["a read", 405, () => ({ method: "GET" })],
    ["a preflight", 204, () => ({ method: "OPTIONS", headers: { origin: "https://elsewhere.example" } })],
    ["a trailing slash", 201, (form) => ({ path: `${submitTo(form)}/`, json: typed(form) })],
  ])("%s: %i", async (_what, status, request, before) => {
    const [inFast, inSlow] = await onBoth((form) => ({ path: submitTo(form), ...request(form) }), before);
    expect(inFast.status).toBe(status);
    expect(inFast).toEqual(inSlow);
  });
});

describe("body that is too large", () => {
  test.each(["the fast lane", "Remix"])(
    "a body that is too large holds up nothing that follows on its connection, in %s",
    async (lane) => {
      const { url } = lane === "Remix" ? slow : fast;
      const form = await createForm();
      const oversized = { json: { note: "x".repeat(2 * 1024 * 1024) } };
      expect((await send(url + submitTo(form), oversized)).status).toBe(413);
      expect((await send(url + submitTo(form), { json: typed(form) })).status).toBe(201);
    },
  );
});

describe("page at /optin/{slug}", () => {
  test.each<[what: string, Send]>([
    ["to a new visitor", {}],
    ["to one who was here", { cookie: "attesto_visitor=x.y" }],
    ["without its body to HEAD", { method: "HEAD" }],
  ])("%s", async (_what, options) => {
    const [inFast, inSlow] = await onBoth(({ slug }) => ({ path: `/optin/${slug}?fbclid=x`, ...options }));
    expect(inFast.status).toBe(200);
    expect(inFast).toEqual(inSlow);
  });

  test("the page at /optin/{slug} is cached by the browser and revalidated by its ETag", async () => {
    const form = await createForm();
    const path = `${fast.url}/optin/${form.slug}`;
    const first = await send(path);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const cookie = first.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    const again = await send(path, { headers: { "if-none-match": etag }, cookie: cookie.join("; ") });
    expect([again.status, again.text, again.headers.get("set-cookie")]).toEqual([304, "", null]);
    expect((await send(path, { headers: { "if-none-match": '"another"' } })).status).toBe(200);
  });

  test("the page at /optin/{slug} has the same ETag every minute, although its form token changes", async () => {
    const form = await createForm();
    const other = await startApp({
      databaseUrl: process.env.DATABASE_URL ?? "",
      env: { SESSION_SECRETS: "b7e2f0c9d4a18365b7e2f0c9d4a18365ff" },
    });
    try {
      const [here, there] = [
        await send(`${fast.url}/optin/${form.slug}`),
        await send(`${other.url}/optin/${form.slug}`),
      ];
      expect(here.text).not.toBe(there.text);
      expect(here.headers.get("etag")).toBe(there.headers.get("etag"));
    } finally {
      await other.kill();
    }
  });

  test("the page at /optin/{slug} shows a change of the form within a second", async () => {
    const form = await createForm();
    expect((await send(`${fast.url}/optin/${form.slug}`)).text).toContain("Confirm your deposit");
    await form.row.update({ title: "Tell us of your deposit" });
    await eventually(async () => {
      expect((await send(`${fast.url}/optin/${form.slug}`)).text).toContain("Tell us of your deposit");
    });
  });

  test("the page at /optin/{slug} is a 404 with a friendly sentence if there is no form", async () => {
    const off = await createForm({ isActive: false });
    for (const app of [fast, slow]) {
      for (const slug of [off.slug, "nobody-here"]) {
        const { status, text } = await send(`${app.url}/optin/${slug}`);
        expect(status).toBe(404);
        expect(text).toContain("This form is no longer available.");
      }
    }
  });
});

describe("both lanes give the same response to an address that no form has or had", () => {
  test.each<[what: string, query: string, options: Send, language: string]>([
    ["to one who reads English", "?fbclid=x", {}, "en-US"],
    ["in the browser's language", "", { headers: { "accept-language": "ja, de;q=0.5" } }, "ja"],
    ["in the language that is asked for", "?lang=de", { headers: { "accept-language": "ja" } }, "de"],
    ["again where the page is known", "", { headers: { "if-none-match": "*" } }, "en-US"],
  ])("%s", async (_what, query, options, language) => {
    const [inFast, inSlow] = await onBoth(() => ({ path: `/optin/nobody-here${query}`, ...options }));
    expect([inFast.status, readAttributes(inFast.body, "html").lang]).toEqual([404, language]);
    expect(inFast).toEqual(inSlow);
    const [toHead, inSlowToHead] = await onBoth(() => ({
      path: `/optin/nobody-here${query}`,
      method: "HEAD",
      ...options,
    }));
    expect([toHead.status, toHead.body]).toEqual([404, ""]);
    expect(toHead).toEqual(inSlowToHead);
  });

  test("until a form gets it", async () => {
    const path = `${fast.url}/optin/soon-a-form`;
    expect((await send(path)).status).toBe(404);
    await createForm({ slug: "soon-a-form" });
    await eventually(async () => expect((await send(path)).status).toBe(200));
  });
});

describe("both lanes give the same response to a broker link", () => {
  const OTHER_HOST = "https://partner.unknown-broker.com/r?x=1#part";
  const toBroker = async (form: Form, more: object = {}) => {
    const link = { url: OFFER.url, name: "Spain", parameter: "sub_id", countries: null, reason: null };
    const access = (await findMember(await signInAs(form.owner))).access;
    const platformId = form.platforms[0]?.id ?? "";
    return createBrokerLink({ access, platformId, input: { ...link, ...more } });
  };

  test.each<[what: string, status: number, more: object, options: Send, query?: string]>([
    ["that leads on", 302, {}, {}, "?utm_source=x&fbclid=IwAR1"],
    ["whose query names an address", 302, {}, {}, "?url=https://evil.example&sub_id=1"],
    ["with eight thousand characters of query", 302, {}, {}, `?x=${"y".repeat(8_000)}`],
    ["of a browser that asks not to be tracked", 302, {}, { headers: { "sec-gpc": "1" } }],
    ["whose head is asked for", 302, {}, { method: "HEAD" }],
    ["to a host that nobody knows", 200, { url: OTHER_HOST }, {}],
    ["to such a host, once the button is pressed", 303, { url: OTHER_HOST }, { method: "POST" }],
    ["for other countries", 200, { countries: { only: ["ES"] }, reason: "Not from your country." }, {}],
  ])("%s", async (_what, status, more, options, query = "") => {
    const shapes = [];
    for (const app of [fast, slow]) {
      const form = await createForm();
      const { code } = await toBroker(form, more);
      const shape = toShape(await send(`${app.url}/go/${code}${query}`, options), form);
      const { location } = shape.headers;
      if (location) shape.headers.location = location.replace(/=[a-z0-9]{20}(?=#|$)/, "=CLICK");
      shapes.push(shape);
    }
    const [inFast, inSlow] = shapes;
    expect(inFast?.status).toBe(status);
    expect(inFast).toEqual(inSlow);
  });

  test("that nobody made", async () => {
    const answers = [];
    for (const app of [fast, slow])
      answers.push(toShape(await send(`${app.url}/go/nothing123`), await createForm()));
    expect(answers[0]?.status).toBe(404);
    expect(answers[0]).toEqual(answers[1]);
  });

  test("and write the click that it led on, also where the process ends at once", async () => {
    for (const env of [{}, { FAST_LANE: "no" }] as Record<string, string>[]) {
      const app = await startApp({ databaseUrl: process.env.DATABASE_URL ?? "", env });
      const { code } = await toBroker(await createForm());
      const { headers } = await send(`${app.url}/go/${code}`);
      expect(await app.kill("SIGTERM")).toBe(0);
      const id = new URL(headers.get("location") ?? "").searchParams.get("sub_id") ?? "";
      expect(await LinkClick.count({ where: { id } })).toBe(1);
    }
  });
});

describe("an address with something stuck to it", () => {
  test.each([
    ["&fbclid=IwAR1", "?fbclid=IwAR1"],
    ["&utm_source=x&utm_campaign=a%20b?l=bio", "?utm_source=x&utm_campaign=a%20b&l=bio"],
    [".", ""],
    [")", ""],
    [",", ""],
    ["%20", ""],
    ["%E2%80%8B", ""],
    ["%E2%80%8B&fbclid=IwAR1", "?fbclid=IwAR1"],
    [".?utm_source=x", "?utm_source=x"],
    [";jsessionid=1", "?jsessionid=1"],
    ["%3Ffbclid%3DIwARx", "?fbclid=IwARx"],
    ["%3Futm_source%3Dcaf%C3%A9", "?utm_source=caf%C3%A9"],
    ["&fbclid=IwAR1/", "?fbclid=IwAR1"],
  ])("leads to the form, as %s does", async (stuck, query) => {
    const { slug } = await createForm();
    for (const app of [fast, slow])
      for (const method of ["GET", "HEAD"]) {
        const { status, headers } = await send(`${app.url}/optin/${slug}${stuck}`, { method });
        expect([status, headers.get("location")]).toEqual([302, `/optin/${slug}${query}`]);
      }
  });

  test("leads to where a form has moved, and to the page of a closed one, and nowhere else", async () => {
    const form = await createForm();
    const closed = await createForm({ isActive: false });
    const { token } = await signInAs(form.owner);
    const [earlier, moved] = [`${form.slug.slice(0, 40)}-old`, `${form.slug.slice(0, 40)}-new`];
    for (const slug of [earlier, moved])
      await send(`${fast.url}/api/optin-settings`, { method: "PUT", token, json: { slug } });
    for (const app of [fast, slow]) {
      const open = (address: string) => send(`${app.url}/optin/${address}`);
      // The other server hears of the change a little later.
      await eventually(async () =>
        expect((await open(`${earlier}&fbclid=x`)).headers.get("location")).toBe(`/optin/${moved}?fbclid=x`),
      );
      expect((await open(`${closed.slug.toUpperCase()}.`)).headers.get("location")).toBe(
        `/optin/${closed.slug}`,
      );
      for (const address of ["nobody-here&fbclid=x", `${moved}%2Fmine`, "ab.", `${moved}-.`, `${moved}x`])
        expect((await open(address)).status).toBe(404);
    }
  });
});

test("a submit that is refused before its body is read leaves the connection to the next request", async () => {
  const form = await createForm();
  const body = "GET /healthz HTTP/1.1\r\nHost: elsewhere\r\n\r\n";
  const refused = [
    `POST /api/optin/${form.slug}/submit HTTP/1.1`,
    "Host: localhost",
    "Content-Type: text/plain",
    `Content-Length: ${body.length}`,
  ];
  const next = [`GET /optin/${form.slug} HTTP/1.1`, "Host: localhost", "Connection: close"];
  const [status, ...statuses] = await exchange(
    new URL(fast.url),
    `${refused.join("\r\n")}\r\n\r\n${body}${next.join("\r\n")}\r\n\r\n`,
  );
  expect(status).toBe(415);
  expect(statuses).toEqual([200]);
});

/** The statuses of all responses until the server closes the connection. */
function exchange({ hostname, port }: URL, requests: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let text = "";
    connect(Number(port), hostname)
      .setEncoding("latin1")
      .on("data", (chunk: string) => {
        text += chunk;
      })
      .on("error", reject)
      .on("end", () => resolve([...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))))
      .write(requests);
  });
}

describe("a form in a page that is light or dark", () => {
  test.each(["light", "dark"] as const)(
    "a form in a page that is %s is so in both lanes, its private page too, whatever the device shows",
    async (theme) => {
      const [inFast, inSlow] = await onBoth(({ slug }) => ({ path: `/optin/${slug}?theme=${theme}` }));
      expect(inFast).toEqual(inSlow);
      expect(inFast.body).toContain(`:root{color-scheme:${theme};`);
      const [plain] = await onBoth(({ slug }) => ({ path: `/optin/${slug}` }));
      expect(plain.body).not.toContain(`:root{color-scheme:${theme};`);
      const form = await createForm();
      const { headers } = await send(`${fast.url}/optin/${form.slug}?theme=${theme}`, {
        headers: { "sec-fetch-site": "same-origin" },
        form: typed(form, { formToken: issueFormToken("page") }) as Record<string, string>,
      });
      const { text } = await send(fast.url + headers.get("location"));
      expect(text).toContain(`:root{color-scheme:${theme};`);
      expect(text).toContain(`?withdraw=yes&amp;theme=${theme}`);
    },
  );
});
