import type { Form } from "../factories/index.ts";
import { eventually } from "./eventually.ts";

type Upload = { url: string; token: string; form: Form };

/** Uploads a file of the form's first broker by the API, and waits until it needs somebody or is ready. */
export async function readStatement({ url, token, form }: Upload, text: string) {
  const path = `${url}/api/statements`;
  const headers = { authorization: `Bearer ${token}` };
  const body = new FormData();
  body.set("platformId", form.platforms[0]?.id ?? "");
  body.set("file", new Blob([text]), "deposits.csv");
  const { statement } = await (await fetch(path, { method: "POST", body, headers })).json();
  return eventually(async () => {
    const read = await (await fetch(`${path}/${statement.id}`, { headers })).json();
    if (!["ready", "columns", "failed"].includes(read.statement.status))
      throw new Error("It is not read yet.");
    return read.statement;
  });
}

/** A file of transactions: account number, time, kind, amount and currency of each line. */
export const toCsv = (...lines: string[]) => `Login;Time;Type;Amount;Currency\n${lines.join("\n")}\n`;

/** A deposit of today. */
export const deposit = (account: string, amount: string) =>
  `${account};${new Date().toISOString().slice(0, 10)} 00:00:01;Deposit;${amount};EUR`;
