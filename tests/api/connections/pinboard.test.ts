import { expect, test } from "vitest";
import { Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { connectPlatform, createForm, signInAs } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("a click on an ad of Pinboard goes from the form's address to its event", async () => {
  const form = await createForm();
  await connectPlatform(form.owner, "pinboard");
  const pageUrl = "https://forms.example.com/optin/x?epik=dj0yJnU9ABC&utm_source=pinboard";
  const headers = { "sec-fetch-site": "same-origin" };
  const formToken = issueFormToken("page", Date.now() - 10 * 60_000);
  const { json } = await site.submit(form, { pageUrl, formToken }, { cookie: "_epik=dj0yJnU9DEF", headers });
  expect(await Submission.findByPk(json.submissionId)).toMatchObject({
    epik: "dj0yJnU9ABC",
    epikCookie: "dj0yJnU9DEF",
  });

  const { token, cookie } = await signInAs(form.owner);
  await site.decide(token, json.submissionId, { status: "handled" });
  await eventually(async () => {
    const read = (await site.read(token, json.submissionId)).json;
    expect(read.attribution).toMatchObject({ epik: "dj0yJnU9ABC", epikCookie: "dj0yJnU9DEF" });
    expect(read.deliveries).toMatchObject([{ platform: "pinboard", state: "sent" }]);
    expect(site.sandbox.events()).toContainEqual(
      expect.objectContaining({
        platform: "pinboard",
        eventId: read.deliveries[0].eventId,
        body: expect.objectContaining({
          user_data: expect.objectContaining({ click_id: "dj0yJnU9ABC", browser_id: "dj0yJnU9DEF" }),
        }),
      }),
    );
  });
  expect((await site.send(paths.integrations(), { cookie })).text).toContain("/ad-platforms/pinboard.svg");
  for (const path of ["/terms-of-service", "/privacy-policy", "/pricing"])
    expect((await site.send(path)).text).toContain("Google Ads, TikTok, Snapchat and Pinboard");
});
