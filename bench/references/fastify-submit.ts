import { fastify } from "fastify";
import { listen } from "./listening.ts";
import { write } from "./pool.ts";
import { type Body, toRow } from "./rows.ts";

/** What one writes by hand: fastify, a JSON schema, and one transaction for each submission. */
const app = fastify({ logger: false });

const text = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });
const schema = {
  params: { type: "object", properties: { slug: { type: "string", pattern: "^[a-z0-9-]{3,50}$" } } },
  body: {
    type: "object",
    required: ["email", "phone", "platform", "consent"],
    properties: {
      email: { type: "string", format: "email", maxLength: 254 },
      phone: { type: "string", pattern: "^\\+[1-9][0-9]{7,14}$" },
      platform: text(36),
      amount: { type: "string", pattern: "^\\d{1,12}(\\.\\d{1,4})?$" },
      currency: { type: "string", pattern: "^[A-Z]{3}$" },
      consent: { const: true },
      submissionKey: text(200),
      formToken: text(200),
      pageUrl: { type: "string", maxLength: 2048 },
    },
  },
  response: {
    201: {
      type: "object",
      properties: { submissionId: { type: "string" }, privateHref: { type: "string" } },
    },
  },
};

app.post<{ Body: Body; Params: { slug: string } }>(
  "/api/optin/:slug/submit",
  { schema },
  async (request, reply) => {
    const row = toRow(request.body);
    await write([row]);
    reply.code(201);
    return { submissionId: row.id, privateHref: `/optin/${request.params.slug}/mine/${row.id}` };
  },
);

await app.ready();
listen(app.server);
