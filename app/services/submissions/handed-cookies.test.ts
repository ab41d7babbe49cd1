import { expect, test } from "vitest";
import { takeHandedCookies } from "./handed-cookies.ts";

const FORM = "https://attesto.example/optin/demo";

test("the cookies that a page hands over are taken out of the form's address, and the rest is not changed", () => {
  const search =
    "?utm_source=a+b&_fbp=fb.1.1700000000000.1&a=1&&b&_ttp=2abc%2Bd&attesto_reload=1&fbclid=%49wAR";
  expect(takeHandedCookies(`${FORM}${search}#x?_scid=1`)).toEqual({
    url: `${FORM}?utm_source=a+b&a=1&&b&fbclid=%49wAR#x?_scid=1`,
    handed: { fbp: "fb.1.1700000000000.1", ttp: "2abc+d" },
  });
  expect(takeHandedCookies(`${FORM}?_fbc=fb.1.1.IwAR&_scid=s`).url).toBe(FORM);
});

test.each([FORM, `${FORM}?fbp=1&x_fbp=2&_ga=GA1`, `${FORM}#?_fbp=1`, `${FORM}?%5Ffbp=1`])(
  "an address without such a cookie stays as it is: %s",
  (url) => expect(takeHandedCookies(url)).toEqual({ url, handed: {} }),
);

test.each(["", "%00", "a%20b", "%E0%A4%A", "caf%C3%A9"])(
  "what no browser sends as a cookie is no value: %j",
  (text) => {
    expect(takeHandedCookies(`${FORM}?_fbp=${text}&_fbp=good`)).toEqual({
      url: FORM,
      handed: { fbp: "good" },
    });
  },
);
