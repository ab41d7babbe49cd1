import { describe, expect, test } from "vitest";
import { toImagePath } from "#app/lib/site/image-path.ts";
import { listedPages, type SitePage, sitePages } from "#app/lib/site/pages.ts";
import { createForm, createOwner, signInAs } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { readAttributes, readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const site = serveSite();
const FOOTER = [
  "/pricing",
  "/hire-us",
  "/about",
  "/support",
  "/contact",
  "/docs/api",
  "/proof",
  "/privacy-policy",
  "/terms-of-service",
];
/** The others have a form whose states need script. */
const WITH_SCRIPT = ["/login", "/signup", "/contact", "/proof"];

const readStructuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json = ""]) =>
    JSON.parse(json),
  );
const readMeta = (html: string, name: string) =>
  readAttributes(html, "meta", { property: name }).content ?? readAttributes(html, "meta", { name }).content;
const readLinks = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map(([, path = ""]) => path);

describe("listed page", () => {
  test.each(listedPages().map((page) => [page.path, page] as const))(
    "%s names itself",
    async (path, page) => {
      const { status, text, headers } = await site.send(path);
      expect(status).toBe(200);
      const title = `${page.title} | Attesto`;
      expect(readText(text, "title")).toBe(title);
      expect(text.match(/<h1/g)).toHaveLength(1);
      const { href = "" } = readAttributes(text, "link", { rel: "canonical" });
      expect(new URL(href).pathname).toBe(path);
      expect([readMeta(text, "og:title"), readMeta(text, "og:locale")]).toEqual([title, "en_US"]);
      expect(readMeta(text, "description")).toBe(readMeta(text, "og:description"));
      expect(readMeta(text, "description")?.length).toBeGreaterThan(50);
      expect(readMeta(text, "robots")).toBeUndefined();
      expect(new URL(readMeta(text, "og:image") ?? "").pathname).toBe(toImagePath(page));
      for (const link of FOOTER) expect(readLinks(text)).toContain(link);
      if (WITH_SCRIPT.includes(path)) return;
      expect(text).not.toMatch(/<script(?! type="application\/ld\+json")|modulepreload/);
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
    },
  );

  test("every listed page has an image of 1200 by 630 pixels", async () => {
    for (const page of listedPages()) {
      const response = await fetch(site.app.url + toImagePath(page));
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([page.path, response.headers.get("content-type")]).toEqual([page.path, "image/png"]);
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    }
  });

  test("every listed page links to nothing that is missing", async () => {
    const documents = await Promise.all(listedPages().map(({ path }) => site.send(path)));
    const links = new Set(documents.flatMap(({ text }) => readLinks(text)));
    for (const link of links) expect([link, (await site.send(link)).status]).toEqual([link, 200]);
  });
});

test("a page that is not indexed has a title, a description and no social tags", async () => {
  const { cookie } = await signInAs(await createOwner());
  for (const path of ["/login/email", "/unauthorized", "/account-deactivated", "/dashboard/submissions"]) {
    const { text, headers } = await site.send(path, path.startsWith("/dashboard") ? { cookie } : {});
    expect([path, readText(text, "title")]).toEqual([path, expect.stringMatching(/\S \| Attesto$/)]);
    expect([path, readMeta(text, "description")]).toEqual([path, expect.stringMatching(/.{30}\.$/)]);
    expect([path, headers.get("x-robots-tag") ?? readMeta(text, "robots")]).toEqual([path, "noindex"]);
    expect([path, readMeta(text, "og:title")]).toEqual([path, undefined]);
  }
});

test("structured data describes the product with prices in EUR, the claimed rating and the questions", async () => {
  const facts = readStructuredData((await site.send("/")).text);
  const [product, questions] = facts;
  expect(product).toMatchObject({
    "@type": "SoftwareApplication",
    applicationCategory: "BusinessApplication",
    operatingSystem: "Web browser",
    aggregateRating: { ratingValue: "4.8", ratingCount: 500, bestRating: 5, worstRating: 1 },
  });
  for (const { priceCurrency } of product.offers) expect(priceCurrency).toBe("EUR");
  expect(questions["@type"]).toBe("FAQPage");
  const [trail] = readStructuredData((await site.send("/about")).text);
  expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual(["Attesto", "About us"]);
});

test("the sitemap, robots.txt and llms.txt list the public pages", async () => {
  const sitemap = await site.send("/sitemap.xml");
  expect(sitemap.headers.get("content-type")).toContain("application/xml");
  const paths = [...sitemap.text.matchAll(/<loc>([^<]+)/g)].map(([, url = ""]) => new URL(url).pathname);
  expect(paths).toEqual(listedPages().map(({ path }) => path));
  expect(sitemap.text).toContain("<changefreq>weekly</changefreq>\n    <priority>1.0</priority>");
  const robots = await site.send("/robots.txt");
  expect(robots.text).toMatch(/Disallow: \/dashboard\n[\s\S]*Sitemap: http\S+\/sitemap\.xml/);
  const llms = (await site.send("/llms.txt")).text;
  for (const fact of sitePages.landing.keyFacts) expect(llms).toContain(fact);
  expect(llms).not.toContain("{brand}");
});

test("a missing page is a 404 with a way on, inside the dashboard's frame for whoever is signed in", async () => {
  const hidden: SitePage = sitePages.notFound;
  for (const path of ["/not-found", "/404", "/no/such/page"]) {
    const { status, text } = await site.send(path);
    expect([path, status, readText(text, "h1"), readMeta(text, "robots")]).toEqual([
      path,
      404,
      hidden.title,
      "noindex",
    ]);
  }
  expect((await site.send("/dashboard/nothing")).headers.get("location")).toMatch(/^\/login\?/);
  const { cookie } = await signInAs(await createOwner());
  const { status, text } = await site.send("/dashboard/nothing/here", { cookie });
  expect([status, readText(text, "h1")]).toEqual([404, hidden.title]);
  expect(text).toContain('aria-label="Dashboard"');
});

test("sign-up and the foot of every form lead to the privacy policy", async () => {
  const { slug } = await createForm();
  const form = await site.send(`/optin/${slug}`);
  expect(readLinks(form.text)).toEqual(["/privacy-policy"]);
  const signUp = (await site.send("/signup")).text;
  expect(signUp.slice(signUp.indexOf("<form"), signUp.indexOf("</form"))).toContain('href="/privacy-policy"');
});

test("the theme is chosen on a page without script", async () => {
  const { headers } = await site.send("/theme", {
    form: { intent: "theme", theme: "light", returnTo: "/pricing" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(headers.get("location")).toBe("/pricing");
  const [cookie = ""] = (headers.getSetCookie()[0] ?? "").split(";");
  expect((await site.send("/pricing", { cookie })).text).toMatch(/<html [^>]*class="light"/);
});

test("About and the privacy policy say who runs the site, as far as its configuration does", async () => {
  const app = await startTestApp({
    env: {
      OPERATOR_NAME: "Halden Partners GmbH",
      OPERATOR_ADDRESS: "Hafenstraße 12, 20457 Hamburg, Germany",
      OPERATOR_PEOPLE: "Lena Fischer (managing director), Noor Haddad (data protection)",
      OPERATOR_EMAIL: "office@halden.example",
    },
  });
  for (const path of ["/about", "/privacy-policy"]) {
    const { text } = await send(app.url + path);
    for (const fact of [
      "Halden Partners GmbH",
      "20457 Hamburg",
      "Noor Haddad",
      "mailto:office@halden.example",
    ])
      expect([path, text.includes(fact)]).toEqual([path, true]);
    expect(text).not.toContain("<dt>Registration</dt>");
    expect((await site.send(path)).text).toContain("does not say yet who runs it");
  }
});
