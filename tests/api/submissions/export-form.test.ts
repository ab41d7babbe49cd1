import { expect, test } from "vitest";
import { ListExport } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { startListExport } from "#app/services/list-exports/list-exports.server.ts";
import { createForm, createMember, signInAs, submitForm, toAccess } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

async function stage() {
  const form = await createForm();
  for (const email of ["a@example.com", "b@example.com"]) await submitForm(form, { email });
  const { cookie } = await signInAs(form.owner);
  const post = (query: string, fields: Record<string, string> = {}, as = cookie) =>
    site.send(paths.submissionsExport() + query, {
      cookie: as,
      headers: { "sec-fetch-site": "same-origin" },
      form: { intent: "export", format: "csv", ...fields },
    });
  return { form, cookie, post };
}

test("the list's form sends exactly the list of its address as a file", async () => {
  const { form, cookie, post } = await stage();
  const query = "?status=all&search=a%40example.com&open=1";
  const shown = await site.send(paths.submissions() + query, { cookie });
  const action = `${paths.submissionsExport()}${query}`.replaceAll("&", "&amp;");
  expect(shown.text).toContain(`action="${action}"`);

  const file = await post(query);

  expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="claims-[\d-]{10}\.csv"$/);
  const lines = file.text.trimEnd().split("\r\n");
  expect([lines.length, lines[1]?.split(",")[4]]).toEqual([2, '"a@example.com"']);
  expect((await post("?status=all&campaign=none", { format: "xlsx" })).text).toMatch(/^PK/);
  const viewer = await signInAs(await createMember(form.owner, "viewer"));
  expect((await post("", {}, viewer.cookie)).text.trimEnd().split("\r\n")).toHaveLength(3);
});

test("the list's form offers XLSX first, and its CSV file is one of the workspace's region", async () => {
  const { form, cookie, post } = await stage();
  const readHead = async () => (await post("?status=all")).text.split("\r\n")[0] ?? "";
  expect(await readHead()).toMatch(/^"ID","Confirmed at \(UTC\)",/);

  await form.owner.workspace.update({ timeZone: "Europe/Madrid" });

  expect(await readHead()).toMatch(/^"ID";"Confirmed at \(Europe\/Madrid\)";/);
  const page = await site.send(`${paths.submissions()}?status=all`, { cookie });
  expect(page.text).toContain("semicolons and decimal commas");
  expect(page.text.indexOf("Excel (XLSX)")).toBeLessThan(page.text.indexOf(">CSV<"));
});

test.each([
  [{ region: "DE", timeZone: "UTC" }, ";", "semicolons and decimal commas"],
  [{ region: "US", timeZone: "Europe/Madrid" }, ",", "commas and decimal points"],
])(
  "all files of a workspace with %o separate cells by %s, as its pages say",
  async (workspace, separator, words) => {
    const { form, post } = await stage();
    const { workspace: own } = form.owner;
    await own.update(workspace);
    await form.owner.update({ role: "superadmin" });
    const { cookie } = await signInAs(form.owner);
    const read = async (path: string) => (await site.send(path, { cookie })).text.split("\r\n")[0] ?? "";
    const platformId = form.platforms[0]?.id ?? "";
    const query = SubmissionsQuery.parse({});
    await startListExport({ access: toAccess(form.owner), workspace: own, query, format: "csv" }, 0);
    await eventually(async () => expect(await ListExport.count({ where: { state: "done" } })).toBe(1));
    const { id: exportId } = await ListExport.findOne({ rejectOnEmpty: true });
    const background = paths.listExport({ exportId });
    const heads = [
      (await post("?status=all", {}, cookie)).text.split("\r\n")[0] ?? "",
      await read(background),
      await read(paths.moneyExport({ format: "csv" })),
      await read(paths.commissionExport({ platformId, month: "2026-11", format: "csv" })),
      await read(paths.auditExport({ format: "csv" })),
    ];
    for (const head of heads) expect(head).toMatch(new RegExp(`^\ufeff?"[^"]+"${separator}"`));
    expect((await site.send(`${paths.submissions()}?status=all`, { cookie })).text).toContain(words);
  },
);

test("an export that is refused leads back to the list, which says why", async () => {
  const { form, cookie, post } = await stage();
  const list = `${paths.submissions()}?status=all`;

  const refused = await post("?status=all", { format: "pdf" });

  expect([refused.status, refused.headers.get("location")]).toEqual([303, list]);
  expect(readFlash(refused)).toBe("Please choose CSV or XLSX");
  expect(readFlash(await post("?status=all", { shownWorkspace: "another" }))).toBe(
    messages.workspaces.switched(form.owner.workspace.name),
  );
  const opened = await site.send(`${paths.submissionsExport()}?status=all`, { cookie });
  expect([opened.status, opened.headers.get("location")]).toEqual([302, list]);
  const checker = await signInAs(await createMember(form.owner, "checker"));
  expect((await post("", {}, checker.cookie)).headers.get("location")).toBe(paths.unauthorized());
});
