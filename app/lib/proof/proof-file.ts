import canonicalize from "canonicalize";
import { z } from "zod";

/** How a personal value is hidden: SHA-256 of the JSON array of salt, name and value, as lower-case hex. */
const digests = z.record(z.string(), z.string());

export const ProofRecord = z.strictObject({
  format: z
    .enum(["attesto-proof-entry/1", "attesto-proof-entry/2"])
    .describe("2 is signed in the canonical form of RFC 8785, 1 as `signedText` has it"),
  number: z.int(),
  previous: z.string().nullable().describe("SHA-256 of the signed text of the record before it, as hex"),
  submissionId: z.string(),
  kind: z.enum([
    "submitted",
    "decided",
    "answered",
    "corrected",
    "withdrawn",
    "sharing_ended",
    "attempted",
    "skipped",
    "erased",
  ]),
  at: z.iso.datetime().describe("When it happened"),
  recordedAt: z.iso.datetime().describe("When it was signed"),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  digests,
});
export type ProofRecord = z.infer<typeof ProofRecord>;

const SignedEntry = z.strictObject({
  record: ProofRecord,
  keyId: z.string(),
  signature: z.string().describe("Ed25519, base64url, of the record's signed text"),
  signedText: z
    .string()
    .optional()
    .describe("The JSON that is signed, of a record whose format is 1; others have none"),
  salt: z
    .string()
    .nullable()
    .describe("Null once the personal values are erased, or where they are withheld"),
  values: z.record(z.string(), z.string()).describe("The personal values whose digests the record holds"),
});
export type SignedEntry = z.infer<typeof SignedEntry>;

export const ProofFile = z.strictObject({
  format: z.enum(["attesto-proof/1", "attesto-proof/2"]).describe("New files have 2"),
  issuer: z.string(),
  keysUrl: z.string(),
  exportedAt: z.iso.datetime(),
  entries: z.array(SignedEntry).min(1),
  keys: z.array(
    z.strictObject({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      x: z.string(),
      kid: z.string(),
      alg: z.literal("EdDSA"),
      use: z.literal("sig"),
    }),
  ),
  seal: z
    .strictObject({ keyId: z.string(), signature: z.string() })
    .describe("Signs everything else in the file, in the canonical form of RFC 8785"),
});
export type ProofFile = z.infer<typeof ProofFile>;

export const toProofText = (file: ProofFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** The one text of a JSON value whatever program wrote it: the canonical form of RFC 8785. */
export const toCanonicalText = (value: object): string => canonicalize(value) ?? "";

/** What the signature of an entry covers, and the `previous` of the next one hashes. */
export const signedText = ({ record, signedText: text }: SignedEntry): string =>
  record.format === "attesto-proof-entry/1" ? (text ?? JSON.stringify(record)) : toCanonicalText(record);

/** Reads a proof file from its text, or says why the text is not one. */
export function readProofFile(text: string): ProofFile | "not_json" | "not_a_proof" | "repeated_name" {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "not_json";
  }
  if (!ProofFile.safeParse(json).success) return "not_a_proof";
  if (countNames(text) !== countMembers(json)) return "repeated_name";
  // Not zod's output: a signature of the first format covers the members in the file's order.
  return json as ProofFile;
}

/** How many members a JSON text names. */
const countNames = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;

/** How many members a JSON value has. Of a name that its text repeats, only the last is left. */
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, item) => sum + countMembers(item), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}
