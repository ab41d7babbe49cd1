import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import type { PlanUsage } from "#app/lib/plans.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";

/** Tells the owner that the month's claims exceed the plan, or that there is no active one. */
export function PlanNote({ usage }: { usage: PlanUsage | null }) {
  const action = (
    <ButtonLink isSmall to={paths.contact({ subject: "billing" })}>
      Choose a plan
    </ButtonLink>
  );
  if (!usage) return null;
  if (!usage.isActive)
    return (
      <Alert tone="copper" action={action}>
        <b className={text.strong}>Your subscription is not active.</b>{" "}
        <span className={text.secondary}>Your form stays open and no claim is lost.</span>
      </Alert>
    );
  const { planName, used, limit } = usage;
  if (limit === null || used <= limit) return null;
  return (
    <Alert tone="copper" action={action}>
      <b className={text.strong}>
        {formatNumber(used)} verified claims this month; the {planName} plan covers {formatNumber(limit)}.
      </b>{" "}
      <span className={text.secondary}>Every claim is still taken and sent.</span>
    </Alert>
  );
}
