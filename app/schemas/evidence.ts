import { z } from "zod";
import { parseChangeCursor } from "#app/lib/change-cursor.ts";
import { EVIDENCE_GROUPS, EVIDENCE_KINDS, EVIDENCE_SOURCES } from "#app/lib/evidence.ts";
import { FilterId } from "./shared/params.ts";
import { dateRange, emptyAsMissing } from "./shared/query.ts";

const Instant = z.iso.datetime();
export const EvidenceReasonResponse = z.object({ text: z.string(), weight: z.number(), for: z.boolean() });

const amount = z.string().nullable();

export const EvidencePieceResponse = z.object({
  id: z.string(),
  submissionId: z.string().nullable().describe("Null where no claim is the client's"),
  platformId: z.string(),
  source: z.enum(EVIDENCE_SOURCES),
  kind: z.enum(EVIDENCE_KINDS),
  group: z.enum(EVIDENCE_GROUPS),
  amount: amount.describe("Of its rows in one currency"),
  currency: z.string().nullable(),
  lots: amount,
  trades: z.number().int().nullable(),
  turnover: amount,
  revenue: amount,
  commission: amount,
  at: Instant.nullable().describe("When it happened, the earliest where that is a time span"),
  receivedAt: Instant.describe("When the file was uploaded, the postback came or the broker answered"),
  reasons: z.array(EvidenceReasonResponse),
  decides: z.boolean().describe("Whether the claim's decision rests on it"),
  statementId: z.string().optional(),
  lines: z.array(z.number().int()).optional().describe("Of the statement"),
  postbackId: z.string().optional(),
  connectionId: z.string().optional(),
});
export type EvidencePieceResponse = z.infer<typeof EvidencePieceResponse>;

export const EvidenceQuery = z.object({
  platformId: emptyAsMissing(FilterId).describe("The broker's id"),
  source: emptyAsMissing(z.enum(EVIDENCE_SOURCES, "Please choose a valid source")).describe(
    "Where it came from",
  ),
  group: emptyAsMissing(z.enum(EVIDENCE_GROUPS, "Please choose a valid group")).describe(
    "What it means for its claim; unmatched has none",
  ),
  ...dateRange,
  cursor: emptyAsMissing(
    z.string().transform((text, context) => {
      const cursor = parseChangeCursor(text);
      if (cursor) return cursor;
      context.addIssue({ code: "custom", message: "Please send a cursor as the response before had it" });
      return z.NEVER;
    }),
  ).describe("The nextCursor of the response before, with the same filters"),
});

export const EvidenceListResponse = z.object({
  evidence: z.array(EvidencePieceResponse),
  nextCursor: z.string().nullable().describe("Null after the last"),
});
