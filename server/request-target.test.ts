import { describe, expect, test } from "vitest";
import { getPath, hasDataQuery, isValidPath } from "./request-target.ts";

describe("isValidPath", () => {
  test.each(["/", "/a/b.data", "/caf%C3%A9", "/a%2Fb", "//a", "/a/..b/...", "/.well-known/x"])(
    "isValidPath reads %s",
    (path) => {
      expect(isValidPath(path)).toBe(true);
    },
  );

  test.each([
    "/..",
    "/.",
    "/api/../logout",
    "/api/%2e%2E/logout",
    "/api/.%2e/logout",
    "/api/./logout",
    "/api/..",
    "/api\\..\\logout",
    "/api/x#/../logout",
  ])("isValidPath does not read %s, which is another address once it is parsed", (path) => {
    expect(isValidPath(path)).toBe(false);
    expect(new URL(`http://localhost${path}`).pathname).not.toBe(path);
  });

  test.each(["", "*", "a", "http://evil.example/", "/%", "/%zz", "/%c0%af", "/%00", "/a%0d%0ab"])(
    "isValidPath does not read %s",
    (path) => {
      expect(isValidPath(path)).toBe(false);
    },
  );
});

describe("hasDataQuery", () => {
  test.each(["/?_data=root", "/?_data", "/a.data?_data=x", "/?a=1&%5Fdata=x", "/?%5fd%61ta=x"])(
    "hasDataQuery finds it in %s",
    (target) => {
      expect(hasDataQuery(target)).toBe(true);
    },
  );

  test.each(["/", "/_data", "/?my_data=1", "/?a=_data", "/?a=%26_data%3D1", "/a.data?_routes=routes/a"])(
    "hasDataQuery does not find it in %s",
    (target) => {
      expect(hasDataQuery(target)).toBe(false);
    },
  );
});

describe("getPath", () => {
  test("getPath is the part before the query", () => {
    expect(getPath("/a?b=/c?d")).toBe("/a");
    expect(getPath("/a")).toBe("/a");
  });
});
