import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { Logo } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createOwner, createPlatforms, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";
import { createUpload, ONE_PIXEL } from "../../support/upload.ts";

const site = serveSite();
const path = "/api/optin-settings/upload-logo";
const sentences = messages.formSettings;

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: "#994f1f" } });

async function uploader() {
  const { token } = await signInAs((await createForm()).owner);
  return {
    token,
    upload: (file: Uint8Array, field = "logo") => site.send(path, { token, ...createUpload(field, file) }),
  };
}

/** The header of a PNG of any size, with nothing in it. */
function claimingPng(width: number, height: number): Buffer {
  const file = Buffer.from(ONE_PIXEL);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

describe("POST /api/optin-settings/upload-logo", () => {
  test.each(["png", "jpeg", "webp"] as const)(
    "POST /api/optin-settings/upload-logo takes a %s, makes it small and keeps nothing but its pixels",
    async (format) => {
      const { upload } = await uploader();
      const file = await picture(900, 300)
        .withExif({ IFD0: { Copyright: "somebody" } })
        [format]()
        .toBuffer();
      const { status, json } = await upload(file);
      expect([status, json.url]).toEqual([200, expect.stringMatching(/^\/uploads\/[0-9a-f]{64}$/)]);
      const row = await Logo.findByPk(json.url.slice(9), { rejectOnEmpty: true });
      const { width, height, exif, format: written } = await sharp(row.content).metadata();
      expect([width, height, exif, written, row.mediaType]).toEqual([
        512,
        171,
        undefined,
        format,
        `image/${format}`,
      ]);
      expect((await upload(file)).json.url).toBe(json.url);
    },
  );

  test("POST /api/optin-settings/upload-logo serves it as an immutable picture that cannot run scripts", async () => {
    const { upload } = await uploader();
    const { url } = (await upload(await picture(40).png().toBuffer())).json;
    const { status, headers } = await site.send(url);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    expect((await site.send("/uploads/nothing")).status).toBe(404);
  });

  test("POST /api/optin-settings/upload-logo refuses everything but still pictures, by content and not by name", async () => {
    const { upload } = await uploader();
    const frames = { width: 8, height: 8 * 1000, channels: 3, pageHeight: 8 } as const;
    const noise = Buffer.from(
      Array.from({ length: frames.width * frames.height * 3 }, (_, at) => (at * 7919) % 251),
    );
    const moving = await sharp(noise, { raw: frames }).webp({ loop: 0, effort: 0 }).toBuffer();
    const png = await picture(200).png({ compressionLevel: 0 }).toBuffer();
    const cases: [Uint8Array, string][] = [
      [Buffer.alloc(0), sentences.logoRequired],
      [Buffer.from("<html><script>alert(1)</script>"), sentences.logoType],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), sentences.logoType],
      [Buffer.from("GIF89a"), sentences.logoType],
      [claimingPng(20_000, 20_000), sentences.logoPixels],
      [png.subarray(0, png.length / 2), sentences.logoBroken],
      [moving, sentences.logoAnimated],
    ];
    for (const [file, message] of cases) {
      const { status, json } = await upload(file);
      expect([status, json.errors]).toEqual([400, [{ field: "logo", message }]]);
    }
    expect(await Logo.count()).toBe(0);
  });

  test("a logo that is too large, under another name, or a text that looks like one is refused", async () => {
    const { upload, token } = await uploader();
    const oversized = await upload(Buffer.alloc(2 * 1024 * 1024 + 1));
    expect([oversized.status, oversized.json.error]).toEqual([
      413,
      "That file is too large. It may have at most 2 MB.",
    ]);
    expect((await upload(ONE_PIXEL, "picture")).json.error).toBe(sentences.logoRequired);
    const asJson = await site.send(path, { token, json: { logo: { path: "/etc/passwd" } } });
    expect([asJson.status, asJson.json.code]).toEqual([415, "unsupported_media_type"]);
    const asText = await site.send(path, { token, form: { logo: "data:image/png;base64,AAAA" } });
    expect(asText.status).toBe(415);
    const broken = await site.send(path, { ...createUpload("logo", ONE_PIXEL), token, body: "x" });
    expect([broken.status, broken.json.code]).toEqual([400, "malformed_body"]);
  });

  test("POST /api/optin-settings/upload-logo keeps the shown picture and a few others of a workspace", async () => {
    const owner = await createOwner();
    await createPlatforms(1, { owner });
    const { token } = await signInAs(owner);
    const send = async (side: number) =>
      (await site.send(path, { token, ...createUpload("logo", await picture(side).png().toBuffer()) })).json
        .url;
    const shown = await send(10);
    const { json } = await site.send("/api/optin-settings", { token, json: { logo: shown } });
    expect(json.settings.logo).toBe(shown);
    const others = [];
    for (const side of [11, 12, 13, 14, 15, 16, 17]) others.push(await send(side));
    expect(await Logo.count()).toBe(6);
    expect([(await site.send(shown)).status, (await site.send(String(others[0]))).status]).toEqual([
      200, 404,
    ]);
    const page = await site.send(`/optin/${json.settings.slug}`);
    expect(page.text).toContain(`src="${shown}"`);
  });
});
