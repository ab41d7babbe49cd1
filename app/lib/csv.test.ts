import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("a line quotes what needs it and runs no formula in a spreadsheet", () => {
  expect(csvLine(["plain", null, 'say "hi"', "a,b", "two\nlines"])).toBe(
    'plain,,"say ""hi""","a,b","two\nlines"\r\n',
  );
  expect(csvLine(["=1+1", "+34600", "-2", "@SUM(A1)", "\t=1"])).toBe("'=1+1,'+34600,'-2,'@SUM(A1),'\t=1\r\n");
});
