import { describe, expect, it } from "vitest";
import { toFrameOrigin, toPublicUrl } from "./public-url.ts";

describe("address that visitors are sent to", () => {
  it.each(["https://casa.example/kit?a=1", "http://casa.example/", "https://8.8.8.8/"])(
    "an address that visitors are sent to may be %s",
    (url) => {
      expect(toPublicUrl(url)).toBe(url);
    },
  );

  it.each([
    "javascript:alert(1)",
    "data:text/html,<script>",
    "//casa.example",
    "casa.example",
    "ftp://casa.example/",
    "https://user:secret@casa.example/",
    "https://localhost/",
    "https://router/",
    "https://db.internal/",
    "https://printer.local./",
    "http://127.0.0.1/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://10.0.0.8/",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]/",
    "http://[::ffff:192.168.1.1]/",
    "http://[fd00::1]/",
    "http://0.0.0.0/",
  ])("an address that visitors are sent to is never %s", (url) => {
    expect(toPublicUrl(url)).toBeNull();
  });
});

describe("an origin that may frame a form", () => {
  it.each([
    ["https://casa.example", "https://casa.example"],
    ["https://casa.example/a/page?b#c", "https://casa.example"],
    ["casa.example", "https://casa.example"],
    ["http://localhost:4000", "http://localhost:4000"],
  ])("%s is read as %s", (typed, origin) => {
    expect(toFrameOrigin(typed)).toBe(origin);
  });

  it.each([
    "http://casa.example",
    "https://*.casa.example",
    "'none'",
    "https://192.168.1.1",
    "https://127.0.0.1",
    "https://localhost:8443",
    "https://[::1]",
    "data:,",
    "a b",
  ])("%s is refused", (typed) => {
    expect(toFrameOrigin(typed)).toBeNull();
  });
});
