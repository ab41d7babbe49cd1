import { paths } from "#app/paths.ts";
import type { ProofCheck } from "#app/schemas/proof.ts";

/** Checks the file or the text of the form. Null where this browser cannot: then the server does. */
export async function checkInBrowser(form: FormData): Promise<{ check: ProofCheck } | null> {
  const file = form.get("file");
  const text = file instanceof File && file.size > 0 ? await file.text() : String(form.get("text") ?? "");
  if (text.trim() === "" || !(await canCheck())) return null;
  // Only here: other pages and the server's answer need none of it.
  const [{ verifyProof }, keys] = await Promise.all([import("#app/lib/proof/verify-proof.ts"), fetchKeys()]);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { check: { ...(await verifyProof(text, keys)), by: "browser", timeZone } };
}

/** WebCrypto is absent on pages over plain http, and Ed25519 in browsers before 2025. */
async function canCheck(): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return false;
  return crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]).then(
    () => true,
    () => false,
  );
}

async function fetchKeys(): Promise<{ x: string }[]> {
  const response = await fetch(paths.proofKeys());
  if (!response.ok) throw new Error("The published keys could not be read.");
  return (await response.json()).keys;
}
