import { data } from "@remix-run/node";
import { anyone } from "#app/http/auth/guards.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { readBytes, TooLarge } from "#app/http/forms/read-body.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { isMultipart, readUpload } from "#app/http/forms/read-upload.server.ts";
import { proofLimit } from "#app/http/limits/limits.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { getContext } from "#app/http/request-context.server.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type ProofCheck, ProofForm } from "#app/schemas/proof.ts";
import { PROOF_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import { publicKeys } from "#app/services/proof/signing.server.ts";

/** Checks a proof where the browser cannot. */
export async function handleProofForm(request: Request, { clientAddress }: LoadContext) {
  let fields: URLSearchParams;
  try {
    fields = await readFields(request);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const reply: FormReply<"check"> = {
      status: "error",
      error: { text: [messages.proofs.tooLarge] },
      form: "check",
      failed: null,
      requestId: getContext().requestId,
    };
    return data(reply, 413);
  }
  return handleForm(fields, anyone, ProofForm, {
    check: {
      limits: [proofLimit(clientAddress)],
      hide: ["text"],
      async onValid({ text }) {
        const checked = await verifyProof(text, publicKeys);
        const check: ProofCheck = { ...checked, by: "server", timeZone: "UTC" };
        return { check };
      },
    },
  });
}

/** The file counts before the text. */
async function readFields(request: Request): Promise<URLSearchParams> {
  const contentType = request.headers.get("content-type");
  if (!isMultipart(contentType)) return readForm(request);
  const body = (maxBytes: number) => readBytes(request, maxBytes);
  const { file, fields } = await readUpload(
    { contentType, body },
    { field: "file", maxBytes: PROOF_MAX_BYTES },
  );
  if (file.length > 0) fields.set("text", file.toString());
  return fields;
}
