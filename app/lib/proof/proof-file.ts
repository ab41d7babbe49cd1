import { z } from "zod";

/** How a personal value is hidden: SHA-256 of the JSON array of salt, name and value, as lower-case hex. */
const digests = z.record(z.string(), z.string());

export const ProofRecord = z.strictObject({
  format: z.literal("attesto-proof-entry/1"),
  number: z.int(),
  /** SHA-256 of the text of the record before it. */
  previous: z.string().nullable(),
  submissionId: z.string(),
  kind: z.enum(["submitted", "decided", "corrected", "withdrawn", "attempted", "erased"]),
  /** When it happened, and when it was signed. */
  at: z.iso.datetime(),
  recordedAt: z.iso.datetime(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  digests,
});
export type ProofRecord = z.infer<typeof ProofRecord>;

const ProofEntry = z.strictObject({
  record: ProofRecord,
  keyId: z.string(),
  signature: z.string().describe("Ed25519, base64url, of the record's JSON without spaces"),
  salt: z
    .string()
    .nullable()
    .describe("Null once the personal values are erased, or where they are withheld"),
  values: z.record(z.string(), z.string()).describe("The personal values whose digests the record holds"),
});

export const ProofFile = z.strictObject({
  format: z.literal("attesto-proof/1"),
  issuer: z.string(),
  keysUrl: z.string(),
  exportedAt: z.iso.datetime(),
  entries: z.array(ProofEntry).min(1),
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
    .describe("Signs the JSON, without spaces, of everything before it"),
});
export type ProofFile = z.infer<typeof ProofFile>;

/** The only text of a proof that is valid. */
export const toProofText = (file: ProofFile): string => `${JSON.stringify(file, null, 2)}\n`;
