import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { isJson, isProgram } from "#app/http/visitor.server.ts";
import { addressKey } from "#app/lib/rate-limiter.server.ts";
import { MessageResponse } from "#app/schemas/accounts.ts";
import { ContactInput } from "#app/schemas/contact.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { sendContactMessage } from "#app/services/contact/send-message.server.ts";

const handle = endpoint(
  post({
    path: "/api/contact/submit",
    summary: "Send us a message",
    description:
      "The message is stored and sent to us by email; the reply goes to its address. Browsers and posted forms need a formToken, which the page /contact has in its form; JSON from a program needs none. website must be empty: only programs that fill in every field send it.",
    auth: "public",
    body: ContactInput,
    example: {
      name: "Iria Vázquez",
      email: "iria@example.com",
      subject: "technical",
      message: "How do I send a claim from my own form?",
    },
    accepts: ["json", "form"],
    response: MessageResponse,
    status: 201,
    errors: { 403: ["unverifiable_submission"] },
    limits: ({ clientAddress }) => [mailLimits.byAddress(addressKey(clientAddress))],
    bodyLimits: ({ email }) => [mailLimits.byEmail(email)],
    run: async ({ body, request }) => {
      await sendContactMessage({ input: body, needsToken: !isProgram(request) || !isJson(request) });
      return { message: messages.contact.sent };
    },
  }),
);

export const loader = handle;
export const action = handle;
