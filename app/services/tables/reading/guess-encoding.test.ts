import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeBytes } from "#app/lib/decode-bytes.ts";
import { guessEncoding } from "./guess-encoding.ts";

const files: [string, string][] = [
  ["windows-1252", "Campaña;Día;Importe\nAñejo;2026-11-01;10"],
  ["windows-1252", "Nombre de la campaña;Día;Importe gastado (EUR)\nOtoño Cádiz;2026-11-01;10"],
  ["windows-1252", "Nº;¿Qué campaña?;Gasto €\n1;Niños – otoño;10"],
  ["windows-1252", "Nome da campanha;Dia;Valor usado (BRL)\nPromoção São Paulo;2026-11-01;10,00"],
  ["windows-1252", "Login;Nome;Depósito\n1;João;1"],
  ["windows-1252", "Conta;Nome;Saque\n1;Antônio Muñoz;1\n2;José Gonçalves;3\n3;Luís Araújo;3"],
  ["windows-1252", "Login;Nome;Importo\n1;Nicolò;1\n2;È già;2"],
  ["windows-1252", "Login;Nom;Dépôt (€)\n1;Éloïse;1"],
  ["windows-1252", "Kampagne;Betrag €\nFrühling „Mädchen“;10"],
  ["windows-1252", "Login;Name\n1;Müller\n2;Jürgen Groß"],
  ["windows-1252", "Login;Name\n1;Søren Ærø\n2;Åse"],
  ["windows-1250", "Nazwa kampanii;Dzień;Wydana kwota (PLN)\nJesień Łódź;2026-11-01;10,00"],
  ["windows-1250", "Login;Imię\n1001;Michał"],
  ["ISO-8859-2", "Login;Imię;Data;Wpłata\n1001;Michał Wiśniewski;2026-11-01;10"],
  ["windows-1250", "Login;Név;Összeg\n1001;Kovács Gergő;10\n1002;Tóth Zsófia;3"],
  ["windows-1250", "Jméno;Částka\nJiří Dvořák;10"],
  ["ISO-8859-2", "Campanie;Zi;Sumă cheltuită\nPrimăvară;2026-11-01;1\nŞtefan şi Ţepeş;2026-11-02;2"],
  ["windows-1254", "Kampanya;Gün;Harcanan tutar\nİstanbul Şişli;2026-11-01;1\nÇağrı güneş;2026-11-02;2"],
  ["windows-1252", "Nome\nPromoção\nVerão das crianças\nRio de Janeiro à noite"],
  ["windows-1256", "الحملة;اليوم;المبلغ\nخريف;2026-11-01;10\nربيع في دبي;2026-11-02;3"],
  ["GB18030", "广告系列;日期;花费\n秋季促销;2026-11-01;10\n春季;2026-11-02;3"],
  ["GB18030", "日期;账号;金额;类型\n2026-11-03;8412337;250;存款\n"],
  ["GB18030", "MT5账号;客户;USD金额\n8412337;张伟;250\n8412338;王芳;100\n"],
  ["Big5", "日期;帳號;金額\n2026-11-03;8412337;250;存款\n"],
  [
    "windows-1250",
    "Data;Rachunek;Typ;Uwagi\n1;7711201;Wpłata;żółć źdźbło\n2;7711202;Wpłata;Łęczyńska źdźbło\n",
  ],
  ["windows-1250", "Data i czas;Typ operacji;Uwagi\n1;Wpłata;…\n2;Wpłata;„Zażółć”\n"],
  ["windows-1251", "Кампания;День;Потрачено\nОсень;2026-11-01;10\nВесна;2026-11-02;3"],
];

test.each(files)("a short file in %s is read as it was written: %s", (encoding, text) => {
  const bytes = iconv.encode(text, encoding);
  expect(decodeBytes(bytes, guessEncoding(bytes))).toBe(text);
});
