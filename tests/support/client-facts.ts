import { claimFileOf } from "#app/database/queries/due-files.server.ts";
import { FILE_KINDS } from "#app/jobs/files.server.ts";
import { Statement } from "#app/models/index.server.ts";
import { type ClientOfClaims, findClientFacts } from "#app/services/client-facts/find-client-facts.server.ts";
import { readImport } from "#app/services/imports/read-import.server.ts";
import { receivePostback } from "#app/services/postbacks/receive-postback.server.ts";
import { workOnPostbacks } from "#app/services/postbacks/work-on-postbacks.server.ts";
import { matchStatement } from "#app/services/statements/match-statement.server.ts";
import { uploadStatement } from "#app/services/statements/upload-statement.server.ts";
import { type Form, toAccess } from "../factories/index.ts";
import { brokerOf, matchAll } from "./brokers.ts";

/** Uploads a file of the form's broker and works on it as the jobs do, until it is matched. */
export async function uploadFile(form: Form, lines: string[], fileName = "october.csv"): Promise<Statement> {
  const { workspaceId, platformId } = brokerOf(form);
  const file = Buffer.from(`${lines.join("\n")}\n`);
  const { id } = await uploadStatement({ access: toAccess(form.owner), platformId, fileName, file });
  await workOnFiles(workspaceId);
  return Statement.findByPk(id, { rejectOnEmpty: true });
}

/** Reads and matches the files that are due. */
export async function workOnFiles(workspaceId: string): Promise<void> {
  for (;;) {
    const reading = await claimFileOf({ state: "reading" }, workspaceId);
    if (reading) {
      await readImport(reading, FILE_KINDS, () => false);
      continue;
    }
    const matching =
      (await claimFileOf({ state: "matching" }, workspaceId)) ??
      (await claimFileOf({ state: "ready" }, workspaceId));
    if (!matching) return;
    await matchStatement(matching);
  }
}

/** Has a form's broker call back, as its network does, and matches what it says. */
export async function callBack(path: string, ...calls: Record<string, string>[]): Promise<void> {
  const [token = "", secret = ""] = (path.split("/").at(-1) ?? "").split("?");
  for (const said of calls)
    await receivePostback({
      token,
      method: "GET",
      query: `${secret}&${new URLSearchParams(said)}`,
      body: Buffer.alloc(0),
      contentType: null,
      clientAddress: "203.0.113.9",
      header: () => null,
    });
  while (await workOnPostbacks());
  await matchAll();
}

export async function clientsOf(form: Form, submissionIds?: string[]): Promise<ClientOfClaims[]> {
  const clients: ClientOfClaims[] = [];
  for await (const some of findClientFacts({ ...brokerOf(form), ...(submissionIds && { submissionIds }) }))
    clients.push(...some);
  return clients;
}

/** "deposit 250 EUR", "trading 0.5", of each client. */
export const tell = (clients: readonly ClientOfClaims[]): string[][] =>
  clients.map(({ facts }) =>
    facts.map(({ kind, amount, currency, lots }) =>
      [
        kind,
        ...(amount === null ? [] : [Number(amount), currency]),
        ...(lots === null ? [] : [Number(lots)]),
      ].join(" "),
    ),
  );
