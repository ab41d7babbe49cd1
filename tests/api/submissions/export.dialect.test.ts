import { expect, test } from "vitest";
import { createForm, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("the export is exactly the filtered list, in its order, in the owner's time, without formulas", async () => {
  const owner = await createOwner();
  await owner.workspace.update({ timeZone: "Europe/Madrid" });
  const form = await createForm({ owner });
  const { token } = await signInAs(owner);
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 23, minute));
  await submitForm(form, { email: "a@example.com", reference: '=HYPERLINK("x")', now: at(10), amount: "50" });
  await submitForm(form, { email: "b@example.com", reference: "two, words", now: at(30), amount: "1000" });
  const rejected = await submitForm(form, { email: "c@example.com", now: at(40), amount: "70" });
  await submitForm(await createForm(), { email: "foreign@example.com" });
  await site.decide(token, rejected.id, { status: "rejected", reason: "other", reasonText: "no" });
  const read = async (query: string) => {
    const answer = await site.send(`/api/optin/dashboard/submissions/export?${query}`, { token });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    return answer.text
      .replace(/^\ufeff/, "")
      .trimEnd()
      .split("\r\n");
  };

  const [head, ...lines] = await read("status=pending");

  expect(head).toContain("Confirmed at (Europe/Madrid)");
  expect(lines.map((line) => line.split(",")[4])).toEqual(["b@example.com", "a@example.com"]);
  expect(lines[0]).toContain("2026-02-01 00:30:00");
  expect(lines[0]).toContain('"two, words"');
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
  const emails = async (query: string) => (await read(query)).slice(1).map((line) => line.split(",")[4]?.[0]);
  expect(await emails("sort=createdAt")).toEqual(["a", "b", "c"]);
  expect(await emails("sort=-amount")).toEqual(["b", "c", "a"]);
  expect(await emails("search=nobody")).toEqual([]);
  expect((await read("status=rejected"))[1]).toContain("Other: no");
});
