import { expect, test } from "vitest";
import { readForm } from "./read-form.server.ts";

const post = (body: string) =>
  readForm(
    new Request("http://localhost/", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    }),
  );

test("a form keeps its fields in order and the first hundred of one name", async () => {
  const fields = await post(`name=Iria&scopes=0&${"scopes=1&".repeat(120)}last=1`);
  expect([...fields.keys()].filter((name) => name !== "scopes")).toEqual(["name", "last"]);
  expect(fields.getAll("scopes")).toEqual(["0", ...Array(99).fill("1")]);
});

test("a form keeps names of lists and objects only within their bounds", async () => {
  const accepted = [
    "tiers[0].name",
    "tiers[20].value",
    "trial.amount",
    "texts.pt-BR.title",
    "newSubmission-email",
  ];
  const dropped = [
    "a[999]",
    "a.b.c.d",
    "a[0][1]",
    "a[0].b[1]",
    "[0]",
    "__proto__.x",
    "__state__",
    "a[-1]",
    "a[]",
  ];
  const fields = await post(
    [...accepted, ...dropped].map((name) => `${encodeURIComponent(name)}=1`).join("&"),
  );
  expect([...fields.keys()]).toEqual(accepted);
});

test("a form keeps the first of conform's buttons if it names a field", async () => {
  const button = (control: unknown) => `__intent__=${encodeURIComponent(JSON.stringify(control))}`;
  const insert = { type: "insert", payload: { name: "tiers", defaultValue: { name: "" } } };
  const read = async (...controls: unknown[]) =>
    (await post(controls.map(button).join("&"))).getAll("__intent__").map((text) => JSON.parse(text));
  expect(await read(insert, insert)).toEqual([insert]);
  expect(await read({ type: "remove", payload: { name: "tiers", index: 3 } })).toHaveLength(1);
  for (const refused of [
    { type: "remove", payload: { name: "tiers", index: 1e9 } },
    { type: "insert", payload: { name: "tiers[999999999]" } },
    { type: "insert", payload: { name: "tiers", defaultValue: { deep: { deeper: {} } } } },
    { type: "update", payload: { name: "tiers", value: [] } },
    { type: "reset", payload: {} },
    null,
  ])
    expect(await read(refused)).toEqual([]);
  expect((await post("__intent__=x%7By")).has("__intent__")).toBe(false);
});

test("a form of 250 fields is read, one of more is not", async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join("&");
  expect([...(await post(fields(250)))]).toHaveLength(250);
  await expect(post(fields(251))).rejects.toMatchObject({ status: 400, code: "malformed_body" });
  await expect(post("&".repeat(100_000))).rejects.toMatchObject({ code: "malformed_body" });
});
