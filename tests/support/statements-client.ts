import { expect } from "vitest";
import type { Form } from "../factories/index.ts";
import { eventually } from "./eventually.ts";
import type { Site } from "./site.ts";

const path = "/api/statements";

/** What uploads, awaits and decides statements on a site. */
export function createStatementsClient(site: Site) {
  /** A file of a broker that a job has read and matched. */
  async function upload(
    token: string,
    form: Form,
    rows: string[],
    { name = "april.csv", separator = ";", head = "Login;Time;Type;Amount;Currency" } = {},
  ) {
    const body = new FormData();
    body.set("platformId", form.platforms[0]?.id ?? "");
    const lines = [head, ...rows].map((line) => line.replaceAll(";", separator));
    body.set("file", new Blob([`${lines.join("\n")}\n`]), name);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(site.app.url + path, { method: "POST", body, headers });
    const { statement } = await response.json();
    return untilReady(token, statement.id);
  }

  const untilReady = (token: string, id: string) =>
    eventually(async () => {
      const { json } = await site.send(`${path}/${id}`, { token });
      expect(json.statement.status).toBe("ready");
      return json.statement;
    });

  async function decide(token: string, id: string, more: object = {}): Promise<number> {
    const json = { group: "certain", status: "handled", ...more };
    const { json: answer } = await site.send(`${path}/${id}/decide`, { token, json });
    await untilReady(token, id);
    return answer.job.total;
  }
  return { upload, decide };
}
