import { publicKeys } from "#app/services/proof/signing.server.ts";

/** The public keys of proofs, as a JSON Web Key Set. Any origin may read them. */
export function loader() {
  return new Response(`${JSON.stringify({ keys: publicKeys }, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "Access-Control-Allow-Origin": "*",
    },
  });
}
