import { z } from "zod";
import { AUDIT_ACTIONS, USER_ROLES } from "#app/lib/domain.ts";
import { fitsCurrency, toAmount } from "#app/lib/money.ts";
import { PLAN_CURRENCY, PLANS, type PlanId } from "#app/lib/plans.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { UserResponse } from "./accounts.ts";
import { ExportFormatInput } from "./shared/export-format.ts";
import { NAME_MAX } from "./shared/limits.ts";
import { MoneyResponse } from "./shared/money.ts";
import { dateRange, emptyAsMissing, paging } from "./shared/query.ts";

/** The specification's page size of the list of users. */
const USERS_PAGE_SIZE = 10;

export const ADMIN_PERIODS = ["7days", "28days", "90days", "12months", "all"] as const;
export type AdminPeriod = (typeof ADMIN_PERIODS)[number];

export const AdminUsersQuery = z.object({
  page: paging.page,
  limit: emptyAsMissing(z.coerce.number().int().min(1).max(100))
    .default(USERS_PAGE_SIZE)
    .describe("How many there are on a page"),
  search: emptyAsMissing(z.string().trim().max(NAME_MAX)).describe("Part of a name, username or email"),
  role: emptyAsMissing(z.enum(USER_ROLES)).describe("The role on the site"),
  status: emptyAsMissing(z.enum(["active", "inactive"])).describe("Inactive is deactivated"),
});
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>;

export const AdminStatisticsQuery = z.object({
  period: emptyAsMissing(z.enum(ADMIN_PERIODS, "Please choose a valid period"))
    .default("28days")
    .describe("A range that ends today"),
});

/** A user as administrators see it: without the postal address and the choices that are the user's own. */
export const AdminUserResponse = UserResponse.omit({ address: true, notificationPreferences: true }).extend({
  lastSeenAt: z.iso.datetime().nullable().describe("The last use of a session; null without one"),
});
export type AdminUserResponse = z.infer<typeof AdminUserResponse>;

export const AdminUserChanged = z.object({ user: AdminUserResponse });

const count = z.number().int();

export const AdminUsersResponse = z.object({
  users: z.array(AdminUserResponse),
  pagination: z.object({ page: count, limit: count, total: count, totalPages: count }),
});

export const AdminStatisticsResponse = z.object({
  totalUsers: count,
  activeUsers: count,
  inactiveUsers: count,
  subscribers: count.describe("Workspaces with an active paid plan"),
  recentRegistrations: count.describe("In the period"),
  totalProductsSold: count.describe("Paid plans granted in the period"),
  totalRevenue: MoneyResponse.describe("What was paid for them"),
});
export type AdminStatisticsResponse = z.infer<typeof AdminStatisticsResponse>;

export const RoleInput = z.object({ role: z.enum(USER_ROLES) });
export const StatusInput = z.object({ isActive: z.boolean() });
export const DeletionQuery = z.object({
  newOwnerId: emptyAsMissing(Id).describe(
    "Who becomes the owner where the user is the last one among others",
  ),
});

const userId = Id;
const planIds = PLANS.map(({ id }) => id) as [PlanId, ...PlanId[]];

/** Nothing, or an amount in EUR. */
const PaidAmount = z
  .string(messages.admin.amountShape)
  .max(40, messages.admin.amountShape)
  .transform((text, context) => {
    const amount = /^0+([.,]0+)?$/.test(text.trim()) ? "0" : toAmount(text);
    if (amount !== null && fitsCurrency(amount, PLAN_CURRENCY)) return amount;
    context.addIssue({ code: "custom", message: messages.admin.amountShape });
    return z.NEVER;
  });

const UserForms = [
  z.object({ intent: z.literal("role"), userId, role: z.enum(USER_ROLES) }),
  z.object({ intent: z.literal("status"), userId, isActive: z.enum(["yes", "no"]) }),
] as const;

/** The forms of the list of users. */
export const UsersForm = z.discriminatedUnion("intent", [...UserForms]);

/** The forms of one user's page. */
export const UserForm = z.discriminatedUnion("intent", [
  ...UserForms,
  z.object({ intent: z.literal("end-sessions") }),
  z.object({
    intent: z.literal("grant"),
    plan: z.enum(planIds),
    amount: PaidAmount,
    endsOn: emptyAsMissing(z.iso.date(messages.admin.endPast)),
  }),
  z.object({ intent: z.literal("end-subscription"), next: z.enum(["free", "none"]) }),
  z.object({ intent: z.literal("enter-support"), accessId: Id }),
]);

export const DeleteUserForm = z.object({
  intent: z.literal("delete"),
  newOwnerId: emptyAsMissing(Id),
});

export const MessagesQuery = z.object({
  page: paging.page,
  view: emptyAsMissing(z.enum(["unhandled", "handled"])).default("unhandled"),
});

export const MessageForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("handle"), messageId: Id }),
  z.object({ intent: z.literal("reopen"), messageId: Id }),
]);

export const AuditQuery = z.object({
  page: paging.page,
  action: emptyAsMissing(z.enum(AUDIT_ACTIONS)),
  search: emptyAsMissing(z.string().trim().max(NAME_MAX)),
  user: emptyAsMissing(Id),
  ...dateRange,
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditExportQuery = AuditQuery.extend({
  format: emptyAsMissing(ExportFormatInput).default("csv"),
});

/** How long a user can allow support, in hours. */
const SUPPORT_HOURS = ["1", "24", "72"] as const;

export const SupportDraft = z.object({ hours: z.enum(SUPPORT_HOURS) });
export const SupportForm = z.discriminatedUnion("intent", [
  SupportDraft.extend({ intent: z.literal("allow") }),
  z.object({ intent: z.literal("end") }),
]);

/** The forms of the note that stands on each page while somebody works with support access. */
export const SupportNoteForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("leave-support") }),
  z.object({ intent: z.literal("end-support") }),
]);
