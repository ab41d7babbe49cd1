import { z } from "zod";
import {
  COLUMN_ROLES,
  LISTED_GROUPS,
  MATCH_DOUBTS,
  type MatchDoubt,
  STATEMENT_GROUPS,
  STATEMENT_HOLD_SECONDS,
  STATEMENT_MAX_BYTES,
  type StatementGroup,
} from "#app/lib/statements.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { AdPlatformPlan } from "./bulk.ts";
import { EvidenceReasonResponse } from "./evidence.ts";
import { ID_MAX } from "./shared/limits.ts";
import { MoneyResponse } from "./shared/money.ts";
import { emptyAsMissing, PaginationResponse, paging } from "./shared/query.ts";
import {
  StatementColumnForm,
  StatementColumnResponse,
  StatementKindsForm,
  StatementQuestionResponse,
  StatementReadForm,
  StatementReadingResponse,
} from "./statement-reading.ts";
import { decisionReason } from "./submissions.ts";

export const StatementUpload = z.object({
  platformId: z.string("Please choose a broker").min(1, "Please choose a broker").max(ID_MAX),
});

export const StatementsQuery = z.object({ ...paging });

export const StatementRowsQuery = z.object({
  ...paging,
  group: emptyAsMissing(z.enum(LISTED_GROUPS, "Please choose a valid group"))
    .default("certain")
    .describe(
      "One of the statement's groups; rejected: rejected claims that the file confirms; pairs: claims without a number beside a client of the same day, amount and country",
    ),
  search: emptyAsMissing(z.string().trim().max(200)).describe(
    "Words in the claims (email, phone, account number, campaign) or in the cells of the rows",
  ),
});
export type StatementRowsQuery = z.infer<typeof StatementRowsQuery>;

const Pair = z.object({ submissionId: Id, line: z.coerce.number().int().min(1) });

/** Likely matches are decided together only where they have one doubt in common. */
const HAS_DOUBT = [
  ({ group, doubt }: { group?: string | undefined; doubt?: string | undefined }) =>
    (group === "likely") === (doubt !== undefined),
  { message: "Please give doubt with the group likely" },
] as const;

export const StatementDecision = z
  .object({
    group: z.enum(["certain", "likely", "unmatchedClaims"]).optional(),
    doubt: z
      .enum(MATCH_DOUBTS)
      .optional()
      .describe(
        "With the group likely: those that would be certain but for the time, whose amount is the same (time) or nearly the same, as after a fee (fee)",
      ),
    matchIds: z.array(Id).min(1).max(1_000).optional(),
    pairs: z
      .array(Pair)
      .min(1)
      .max(1_000)
      .optional()
      .describe("Claims with the line of the file that is about each"),
    status: z.enum(["handled", "rejected"], "Please choose a valid status"),
    reason: decisionReason.reason,
    version: z.number().int().optional().describe("The statement's version that the decision was made from"),
    holdSeconds: z
      .number()
      .int()
      .min(0)
      .max(STATEMENT_HOLD_SECONDS)
      .default(0)
      .describe("How long the first attempt of each event waits, so that it can be undone"),
    dryRun: z.literal(true).optional().describe("Only says what would happen"),
  })
  .refine(({ group, matchIds, pairs }) => [group, matchIds, pairs].filter(Boolean).length === 1, {
    path: ["group"],
    message: "Please give one of group, matchIds and pairs",
  })
  .refine(HAS_DOUBT[0], { ...HAS_DOUBT[1], path: ["doubt"] });
export type StatementDecision = z.infer<typeof StatementDecision>;

export const StatementGroupResponse = z.object({ count: z.number().int(), sums: z.array(MoneyResponse) });

export const StatementResponse = z.object({
  id: z.string(),
  version: z.number().int(),
  platformId: z.string(),
  platformName: z.string(),
  fileName: z.string(),
  bytes: z.number().int(),
  uploadedBy: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
  status: z
    .enum(["reading", "columns", "matching", "ready", "deciding", "undoing", "failed"])
    .describe("columns: a question is open. deciding and undoing: a job changes its claims"),
  kind: z.enum(["transactions", "sums", "registrations"]).nullable(),
  period: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
  timeZone: z.string().nullable(),
  sheet: z.number().int().nullable(),
  sheets: z.array(z.string()),
  headerLine: z.number().int().nullable(),
  rows: z.number().int().describe("Of clients, once they are matched; before that all below the heading"),
  unreadable: z.number().int(),
  columns: z.array(StatementColumnResponse),
  questions: z.array(StatementQuestionResponse),
  reading: StatementReadingResponse.nullable(),
  groups: z
    .object(
      Object.fromEntries(STATEMENT_GROUPS.map((group) => [group, StatementGroupResponse])) as Record<
        StatementGroup,
        typeof StatementGroupResponse
      >,
    )
    .nullable(),
  doubts: z
    .object(
      Object.fromEntries(MATCH_DOUBTS.map((doubt) => [doubt, z.number().int()])) as Record<
        MatchDoubt,
        z.ZodInt
      >,
    )
    .nullable()
    .describe("How many likely matches have one doubt only, and can be decided together"),
  coverage: z
    .object({ claims: z.number().int(), found: z.number().int() })
    .nullable()
    .describe("Account numbers that visitors typed, and how many of them are in the file"),
  advice: z.string().nullable().describe("What is wrong with the file as a whole"),
  adviceColumn: z
    .object({
      index: z.number().int(),
      found: z.number().int(),
      role: z.enum(COLUMN_ROLES),
    })
    .nullable()
    .describe("A column that fits more claims in this role, and how many"),
  canRejectMissing: z.boolean(),
  complete: z
    .object({ at: z.iso.datetime(), by: z.string().nullable() })
    .nullable()
    .describe("When a member said that it lists all clients of its period, and who"),
  progress: z
    .object({ done: z.number().int(), total: z.number().int() })
    .nullable()
    .describe("Of the job that decides or undoes"),
  decided: z.iso.datetime().nullable(),
  undone: z.iso.datetime().nullable(),
  error: z.string().nullable(),
  expiresAt: z.iso.datetime().describe("When its file and rows are deleted"),
});
export type StatementResponse = z.infer<typeof StatementResponse>;

export const OneStatementResponse = z.object({ statement: StatementResponse });
const isNew = z.boolean().describe("Whether a file of it was not uploaded before");
export const UploadedStatementsResponse = z.union([
  OneStatementResponse.extend({ isNew }),
  z.object({ statements: z.array(StatementResponse), isNew }).describe("Of a ZIP: one for each file in it"),
]);
export const StatementsResponse = z.object({
  statements: z.array(StatementResponse),
  pagination: PaginationResponse,
});

export const StatementCommissionResponse = z
  .object({
    expected: z
      .string()
      .nullable()
      .describe("By your tiers; of claims that wait, what each would earn if it were verified now"),
    paid: z.string().nullable().describe("What the file says; null where it has no commission"),
    currency: z.string(),
    difference: z.string().nullable().describe("Paid less expected"),
    reason: z.string().nullable().describe("The likely reason for the difference"),
  })
  .describe("What the claims earn, beside what the broker pays for the rows");

export const StatementRowResponse = z.object({
  line: z.number().int(),
  cells: z.array(z.string()),
  kind: z.string().nullable().describe("What the row is about; null in a file that does not say it"),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  at: z.iso.datetime().nullable().describe("The earliest time that it can be"),
});

export const StatementClaimResponse = z.object({
  id: z.string(),
  formId: z.string(),
  email: z.string(),
  phone: z.string(),
  account: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  confirmedAt: z.iso.datetime(),
  status: z.enum(["pending", "handled", "rejected"]),
});

export const StatementMatchResponse = z.object({
  id: z.string(),
  group: z.enum(LISTED_GROUPS),
  submissionIds: z.array(z.string()),
  lines: z.array(z.number().int()).describe("Numbers of lines in the file; the first is 1"),
  rows: z.array(StatementRowResponse),
  claim: StatementClaimResponse.nullable().describe("The first of `claims`"),
  claims: z.array(StatementClaimResponse).describe("Several where a sum proves them"),
  verifiedAmount: z.string().nullable().describe("What a decision stores; null stores the claim's own"),
  currency: z.string().nullable(),
  amountDiffers: z.boolean(),
  isMissing: z.boolean().nullable().describe("Of an unmatched claim: the file should have it"),
  score: z.number(),
  reasons: z.array(EvidenceReasonResponse),
  commission: StatementCommissionResponse.nullable(),
});
export type StatementMatchResponse = z.infer<typeof StatementMatchResponse>;

export const StatementMatchesResponse = z.object({
  matches: z.array(StatementMatchResponse),
  pagination: PaginationResponse,
});

export const StatementPlan = z.object({
  wouldHandle: z.number().int(),
  wouldReject: z.number().int(),
  wouldSend: z.number().int().describe("Claims whose event an ad platform still accepts"),
  expired: z.number().int().describe("Too late to send; they still count"),
  adPlatforms: z.array(AdPlatformPlan),
  alreadyDecided: z.number().int(),
  amountsDiffer: z.array(
    z.object({
      submissionId: z.string(),
      claimed: z.string().nullable(),
      verified: z.string().nullable(),
      currency: z.string().nullable(),
    }),
  ),
  sums: z.array(MoneyResponse),
  commission: z.array(MoneyResponse).describe("What they earn by the tiers of the broker"),
  sendBefore: z.iso.datetime().nullable().describe("When the first of them is too late to send"),
});
export type StatementPlan = z.infer<typeof StatementPlan>;

export const StatementDecisionResponse = z.union([
  StatementPlan,
  z.object({ job: z.object({ id: z.string(), total: z.number().int() }) }),
]);

export const StatementUndoResponse = z.object({
  undone: z.number().int(),
  keptBecauseSent: z.array(z.string()).describe("Claims whose first attempt has begun"),
});

/** The forms of the list of statements. The file is beside the fields. */
export const StatementsForm = z.object({
  intent: z.literal("upload"),
  platformId: StatementUpload.shape.platformId,
  file: z.undefined().optional(),
  pasted: emptyAsMissing(z.string().max(STATEMENT_MAX_BYTES)),
});

/** Uploads a ready statement of the demo. */
export const SampleStatementForm = z.object({ intent: z.literal("sample") });

/** Of some decisions; of all without one. */
const Undo = z.object({
  intent: z.literal("undo"),
  jobIds: z.array(Id).max(1_000).default([]),
});

const SendNow = z.object({ intent: z.literal("sendNow") });

/** The forms of a statement's page. */
export const StatementForm = z.discriminatedUnion("intent", [
  StatementReadForm,
  StatementColumnForm,
  StatementKindsForm,
  z
    .object({
      intent: z.literal("decide"),
      group: StatementDecision.shape.group,
      doubt: StatementDecision.shape.doubt,
      matchId: emptyAsMissing(Id),
      status: StatementDecision.shape.status,
      reason: decisionReason.reason,
      version: z.coerce.number().int(),
    })
    .refine(HAS_DOUBT[0], { ...HAS_DOUBT[1], path: ["doubt"] }),
  z.object({
    intent: z.literal("rejectMissing"),
    complete: z.literal("on", "Please confirm that this file lists all your clients of this time"),
    version: z.coerce.number().int(),
  }),
  Undo,
  SendNow,
  z.object({ intent: z.literal("delete") }),
]);

/** The forms of a statement's pairs. */
export const StatementPairsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("pair"), ...Pair.shape, version: z.coerce.number().int() }),
  z.object({ intent: z.literal("skip"), matchId: Id }),
  Undo,
  SendNow,
]);
