import { expect, it } from "vitest";
import { withoutAddresses } from "./url-addresses.ts";

const page = "https://attesto.example/optin/casa";

it.each([
  [`${page}?fbclid=IwAR2%2F&email=maria@mail.example&utm_source=ig`, `${page}?fbclid=IwAR2%2F&utm_source=ig`],
  [`${page}?e=maria%40mail.example`, page],
  [`${page}?e=maria%2540mail.example&a=1`, `${page}?a=1`],
  [`${page}?next=%2Fa%3Fto%3Dmaria%2540mail.example&a=1`, `${page}?a=1`],
  [`${page}?a=1#email=maria@mail.example`, `${page}?a=1`],
  [`${page}?at=@home&x=%E0%A4%A`, `${page}?at=@home&x=%E0%A4%A`],
  [`${page}?fbclid=abc`, `${page}?fbclid=abc`],
  ["https://medium.example/@iria?a=1", "https://medium.example/@iria?a=1"],
  [`${page}?a=@mail.example&b=maria@mail&c=m@a.`, `${page}?a=@mail.example&b=maria@mail&c=m@a.`],
])("%s is kept as %s", (url, kept) => {
  expect(withoutAddresses(url)).toBe(kept);
});
