import { expect, test } from "vitest";
import { NamedLink } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { LINKS_MAX } from "#app/schemas/shared/limits.ts";
import { createForm } from "../../factories/index.ts";
import { createLinkOwner, LINKS_PATH as path } from "../../support/links.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const setUp = () => createLinkOwner(site);

test("a form has a name once, also of an archived link and at the same moment, and another form has it too", async () => {
  const { call, create } = await setUp();
  const links = ["a", "b", "c"].map((label) => call("POST", path, { label, name: "bio" }));
  const statuses = (await Promise.all(links)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409, 409]);
  const { id } = await create({ label: "Video" });
  await call("PATCH", `${path}/${id}`, { isArchived: true });
  const { json } = await call("POST", path, { label: "Video" });
  expect(json).toMatchObject({ code: "name_taken", error: messages.links.nameTaken });
  await (await setUp()).create({ label: "Video" });
});

test("a workspace has at most 200 links that are not archived", async () => {
  const { form, call, create } = await setUp();
  const archived = await create({ label: "Archived" });
  await call("PATCH", `${path}/${archived.id}`, { isArchived: true });
  const of = { workspaceId: form.owner.workspace.id, formId: form.id, createdAt: new Date() };
  await NamedLink.bulkCreate(
    Array.from({ length: LINKS_MAX - 1 }, (_, index) => ({ ...of, name: `link-${index}`, label: "Link" })),
  );
  const last = await Promise.all([
    call("POST", path, { label: "Last" }),
    call("PATCH", `${path}/${archived.id}`, { isArchived: false }),
  ]);
  expect(last.map(({ status }) => status).filter((status) => status === 409)).toEqual([409]);
  expect((await call("POST", path, { label: "More" })).json).toMatchObject({
    code: "too_many_links",
    error: messages.links.tooMany,
  });
  // Nobody sees those of a deleted form.
  await createForm({ owner: form.owner });
  await form.row.update({ deletedAt: new Date() });
  await create({ label: "More" });
});
