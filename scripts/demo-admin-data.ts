import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, HOUR } from "#app/lib/dates.ts";
import type { AuditAction, ContactSubject } from "#app/lib/domain.ts";
import { findPlan, PLAN_CURRENCY, type PlanId } from "#app/lib/plans.ts";
import { AuditEntry, ContactMessage, SubscriptionGrant, User, Workspace } from "#app/models/index.server.ts";
import { accountRows, createUser } from "#app/services/auth/registration/create-user.server.ts";

type DemoUser = [name: string, daysAgo: number, plan?: PlanId, state?: "inactive" | "unverified" | "admin"];

const USERS: DemoUser[] = [
  ["Mateusz Lis", 0.2, undefined, "unverified"],
  ["Amira Haddad", 0.9],
  ["Jonas Weber", 1.6, "pro"],
  ["Chiara Dellacorte", 2.4],
  ["Kaito Mori", 3.1, undefined, "unverified"],
  ["Signal & Söhne Media GmbH", 4.5, "agency"],
  ["Noor Vandenberg", 5.2],
  ["Priya Iyer", 6.8, "pro"],
  ["Pavel Novotny", 8.3],
  ["Zeynep Yılmaz", 9.9, undefined, "inactive"],
  ["Lucie Moreau-Delacroix", 11.5],
  ["Yara Benali", 13.2, "pro"],
  ["Björn Åberg-Lindqvist", 14.1, undefined, "admin"],
  ["Tomasz Wiśniewski", 16.7],
  ["Fatima Benali", 19.4],
  ["Oskar Lund", 21.6, "agency"],
  ["Helena Horak", 24.3],
  ["Stefan Weber", 26.9, undefined, "inactive"],
  ["Lena Schneider", 33.5, "pro"],
  ["Inês Carvalho", 41.2],
  ["Joseph Okonkwo", 55.8, "pro"],
  ["Maria-Fernanda Etxeberria", 63.4],
  ["Aleksandra Wiśniewska-Kowalczyk", 78.1, "agency"],
];

const MESSAGES: [
  name: string,
  subject: ContactSubject,
  daysAgo: number,
  text: string,
  isHandled?: boolean,
][] = [
  [
    "Priya Iyer",
    "billing",
    0.1,
    "Hello, I would like to move from Pro to Agency from next month on. Can I keep my tiers?",
  ],
  [
    "Oskar Lund",
    "technical",
    0.8,
    "Meta refuses our events since this morning: “Invalid OAuth access token”. We have connected it again, and the claims of the night are still parked. Will they be sent?",
  ],
  [
    "Dana Keller",
    "sales",
    1.9,
    "We run campaigns for fourteen trading educators. Is there a price for several workspaces?",
  ],
  [
    "Yara Benali",
    "feature",
    6.2,
    "It would help to see the broker’s account number in the list of claims.",
    true,
  ],
  [
    "Marco Rinaldi",
    "partnership",
    12.4,
    "We are a broker with 40,000 clients and would like to offer postbacks to your users.",
    true,
  ],
];

const ACTS: [action: AuditAction, target: string, daysAgo: number, detail: string | null][] = [
  ["subscription.granted", "jonas-weber", 1.2, "pro, €49.00"],
  ["user.deactivated", "zeynep-yilmaz", 2.7, null],
  ["role.changed", "bjorn-aberg-lindqvist", 9.3, "user to admin"],
  ["sessions.ended", "stefan-weber", 18.5, null],
  ["user.deactivated", "stefan-weber", 18.5, null],
];

const toUsername = (name: string) =>
  name
    .normalize("NFKD")
    .replaceAll("ı", "i")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 30);

/** Fills the administration: users with plans, contact messages and the audit log. */
export async function seedAdministration(now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  await inTransaction(async (transaction) => {
    const ids = new Map<string, string>();
    for (const [name, daysAgo, plan, state] of USERS) {
      const username = toUsername(name);
      const createdAt = ago(daysAgo);
      const rows = accountRows({
        name,
        username,
        email: `${username}@example.com`,
        passwordHash: null,
        emailVerifiedAt: state === "unverified" ? null : createdAt,
        role: state === "admin" ? "admin" : "user",
      });
      const { user, workspace } = await createUser(rows, transaction);
      ids.set(username, user.id);
      await User.update(
        { createdAt, isActive: state !== "inactive" },
        { where: { id: user.id }, transaction },
      );
      if (!plan) continue;
      const grantedAt = new Date(
        createdAt.getTime() + 6 * HOUR > now.getTime() ? now : createdAt.getTime() + 6 * HOUR,
      );
      await Workspace.update({ subscriptionPlan: plan }, { where: { id: workspace.id }, transaction });
      await SubscriptionGrant.create(
        {
          workspaceId: workspace.id,
          openIn: workspace.id,
          plan,
          createdAt: grantedAt,
          endsAt: null,
          amount: String(findPlan(plan)?.euroPerMonth ?? 0),
          currency: PLAN_CURRENCY,
        },
        { transaction },
      );
    }
    await ContactMessage.bulkCreate(
      MESSAGES.map(([name, subject, daysAgo, message, isHandled]) => ({
        name,
        subject,
        message,
        company: null,
        createdAt: ago(daysAgo),
        email: `${toUsername(name)}@example.com`,
        ...(isHandled ? { handledAt: ago(daysAgo - 0.3), handledBy: "admin" } : {}),
      })),
      { transaction },
    );
    const admin = await User.findOne({ where: { username: "admin" }, transaction, rejectOnEmpty: true });
    await AuditEntry.bulkCreate(
      ACTS.toReversed().map(([action, targetName, daysAgo, detail]) => ({
        action,
        targetName,
        detail,
        createdAt: ago(daysAgo),
        ip: "192.0.2.17",
        actorUserId: admin.id,
        actorName: admin.username,
        targetUserId: ids.get(targetName) ?? null,
      })),
      { transaction },
    );
  });
}
