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

test("a form keeps its fields in order, the first fifty of one name, and none with a name of structure", async () => {
  const fields = await post(`name=Iria&a[9]=x&scopes=0&__intent__.x=y&${"scopes=1&".repeat(60)}last=1`);
  expect([...fields.keys()].filter((name) => name !== "scopes")).toEqual(["name", "last"]);
  expect(fields.getAll("scopes")).toEqual(["0", ...Array(49).fill("1")]);
});

test("a form of two hundred fields is read, one of more is not", async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join("&");
  expect([...(await post(fields(200)))]).toHaveLength(200);
  await expect(post(fields(201))).rejects.toMatchObject({ status: 400, code: "malformed_body" });
  await expect(post("&".repeat(100_000))).rejects.toMatchObject({ code: "malformed_body" });
});
