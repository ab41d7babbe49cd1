import { expect, test } from "vitest";
import { formLabel, onForms } from "./form-name.ts";

test("a form is named by its address until it has a name, and says where it is archived or deleted", () => {
  const form = { name: "", slug: "marcos", archivedAt: null, deletedAt: null };
  expect(formLabel(form)).toBe("marcos");
  expect(formLabel({ ...form, name: "Spring", archivedAt: new Date() })).toBe("Spring, archived");
  expect(formLabel({ ...form, archivedAt: new Date(), deletedAt: new Date() })).toBe("marcos, deleted");
});

test("a sentence names up to three forms", () => {
  expect(onForms([])).toEqual([]);
  expect(onForms(["Spring"])).toEqual(["on the form Spring"]);
  expect(onForms(["Spring", "Casa"])).toEqual(["on the forms Spring and Casa"]);
  expect(onForms(["A", "B", "C", "D"])).toEqual(["on the forms A, B, C, and 1 other"]);
  expect(onForms(["A", "B", "C", "D", "E"])).toEqual(["on the forms A, B, C, and 2 others"]);
});
