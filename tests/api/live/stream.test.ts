import { describe, expect, test } from "vitest";
import { createForm, signInAs } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

/** The stream as a browser opens it, until that leaves. */
async function openStream(cookie: string) {
  const browser = new AbortController();
  const { headers, body } = await fetch(`${site.app.url}/dashboard/live`, {
    headers: { cookie },
    signal: browser.signal,
  });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("The stream has no body.");
  const readUntil = async (part: string) => {
    let text = "";
    while (!text.includes(part)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`The stream ended without ${part}: ${text}`);
      text += value;
    }
    return text;
  };
  return { headers, readUntil, leave: () => browser.abort() };
}

describe("stream of live changes", () => {
  test("the stream of live changes tells of a new claim, and is neither stored nor changed on its way", async () => {
    const form = await createForm();
    const { headers, readUntil, leave } = await openStream((await signInAs(form.owner)).cookie);
    expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect((await site.submit(form)).status).toBe(201);
    expect(await readUntil("toCheck")).toContain('data: {"claims":{"created":1,');
    leave();
  });

  test("the stream of live changes ends with its browser, and the server goes on", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const { readUntil, leave } = await openStream(cookie);
    await readUntil("unread");
    leave();
    await eventually(() =>
      expect(site.app.log()).toContainEqual(
        expect.objectContaining({ path: "/dashboard/live", aborted: true }),
      ),
    );
    expect((await site.send("/dashboard/overview", { cookie })).status).toBe(200);
  });
});
