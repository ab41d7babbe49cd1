import { createForm, createOwner } from "../../factories/index.ts";
import { findSubmissions, goodAnswers } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

/** A text browser: it sends where it came from, and neither `Origin` nor `Sec-Fetch-*`. */
async function post(address: string, fields: Record<string, string>, cookie = ""): Promise<Response> {
  return fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      referer: address,
      ...(cookie ? { cookie } : {}),
    },
    body: new URLSearchParams(fields),
  });
}

const readCookie = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

test("the form of a text browser that sends a Referer only is taken", { tag: "@once" }, async ({
  siteUrl,
}) => {
  const form = await createForm();
  const address = `${siteUrl}/optin/${form.slug}?utm_source=newsletter`;
  const opened = await fetch(address);
  const formToken = /name="formToken" value="([^"]+)"/.exec(await opened.text())?.[1] ?? "";
  const { email, phone } = goodAnswers(form);

  const response = await post(
    address,
    {
      formToken,
      email,
      phone,
      platform: form.platforms[0]?.id ?? "",
      amount: "",
      currency: "EUR",
      consent: "on",
    },
    readCookie(opened),
  );

  expect(response.status).toBe(303);
  const thanks = await fetch(new URL(response.headers.get("location") ?? "", siteUrl));
  expect(await thanks.text()).toContain("Thanks, we’ve got it.");
  expect(await findSubmissions(form)).toMatchObject([{ email, utmSource: "newsletter" }]);
});

test("a text browser signs in and keeps the session over http", { tag: "@once" }, async ({ siteUrl }) => {
  const password = "verify-what-is-true";
  const { email } = await createOwner({ password });

  const response = await post(`${siteUrl}/login`, { intent: "sign-in", usernameOrEmail: email, password });

  expect(response.status).toBe(303);
  expect(response.headers.getSetCookie().join()).not.toContain("Secure");
  const dashboard = await fetch(`${siteUrl}/dashboard/overview`, {
    redirect: "manual",
    headers: { cookie: readCookie(response) },
  });
  expect(dashboard.status).toBe(200);
});
