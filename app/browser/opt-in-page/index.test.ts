import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeDeviceId, randomUuid } from "#app/browser/shared/device-identity.ts";
import { sha256Hex } from "./sha256.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const trusted = (text: string) => createHash("sha256").update(text).digest("hex");

describe("SHA-256 for pages without crypto.subtle", () => {
  it("the SHA-256 for pages without crypto.subtle agrees with Node's for every length across the block boundaries", () => {
    for (let length = 0; length <= 130; length++) {
      const text = "a".repeat(length);
      expect(sha256Hex(text), `${length} bytes`).toBe(trusted(text));
    }
  });

  it.each([
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)|es-ES|24|390|844|-120|true|true|true|6|iPhone",
    "ñandú, Größe, Ελλάδα, Київ",
    "\u0660\u0661\u0662 عربى",
    "漢字かな交じり文".repeat(20),
    "👩‍👩‍👧‍👦 outside the basic plane 𐍈",
    "line\nbreak\u0000and a null",
    "x".repeat(10_000),
  ])("the SHA-256 for pages without crypto.subtle agrees with Node's for %j", (text) => {
    expect(sha256Hex(text)).toBe(trusted(text));
  });
});

describe("device id", () => {
  it("the device id is a unique id that begins with the fingerprint's first 8 characters", () => {
    const fingerprint = sha256Hex("a device");
    const ids = new Set(Array.from({ length: 50 }, () => makeDeviceId(fingerprint)));
    expect(ids.size).toBe(50);
    for (const id of ids) {
      expect(id).toMatch(UUID);
      expect(id.slice(0, 8)).toBe(fingerprint.slice(0, 8));
    }
  });

  it("the device id grows from a UUID of version 4", () => {
    for (let i = 0; i < 50; i++) expect(randomUuid()).toMatch(UUID);
  });
});
