import { expect, test } from "vitest";
import { suggestEmail } from "./mail-domains.ts";

test.each([
  ["maria@gmial.com", "maria@gmail.com"],
  ["maria@gmai.com", "maria@gmail.com"],
  ["maria@gmail.con", "maria@gmail.com"],
  ["maria@gmail.co", "maria@gmail.com"],
  ["maria@gmail.es", "maria@gmail.com"],
  ["maria@gmail.com.br", "maria@gmail.com"],
  ["maria@gnail.co", "maria@gmail.com"],
  ["Maria.Lopez@GMAIL.CM", "Maria.Lopez@gmail.com"],
  ["maria@hotmal.com", "maria@hotmail.com"],
  ["maria@hotmial.es", "maria@hotmail.es"],
  ["maria@homtail.con", "maria@hotmail.com"],
  ["maria@outlok.com", "maria@outlook.com"],
  ["maria@yaho.com.br", "maria@yahoo.com.br"],
  ["maria@iclud.com", "maria@icloud.com"],
  ["maria@icloud.de", "maria@icloud.com"],
  ["maria@t-onlin.de", "maria@t-online.de"],
  ["maria@orangefr", "maria@orange.fr"],
  ["maria@libero.ti", "maria@libero.it"],
  ["maria@interia.pll", "maria@interia.pl"],
  ["maria@rediffmal.com", "maria@rediffmail.com"],
])("%s was probably meant as %s", (email, meant) => {
  expect(suggestEmail(email)).toBe(meant);
});

test.each([
  "maria@gmail.com",
  "maria@googlemail.com",
  "maria@mail.com",
  "maria@ymail.com",
  "maria@gmx.at",
  "maria@wp.pl",
  "maria@live.nl",
  "maria@yahoo.ca",
  "maria@hotmail.se",
  "maria@outlook.cl",
  "maria@yahoo.com.hk",
  "maria@example.com",
  "maria@halden-markets.com",
  "maria@gap.com",
  "maria@tm.de",
  "maria@aon.com",
  "maria@uni-koeln.de",
  "maria@почта.рф",
  "maria",
  "@gmial.com",
  "",
])("%s may well be right", (email) => {
  expect(suggestEmail(email)).toBeUndefined();
});
