import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import text from "#app/components/ui/text.module.css";
import { DEFAULT_PLAN, listPlanContents, PLANS, type Plan } from "#app/lib/plans.ts";
import { paths } from "#app/paths.ts";
import styles from "./plan-cards.module.css";

const euros = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "EUR",
  minimumFractionDigits: 0,
});

export function PlanCards() {
  return (
    <ul className={styles.plans}>
      {PLANS.map((plan) => (
        <li key={plan.id}>
          <PlanCard plan={plan} />
        </li>
      ))}
    </ul>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  const isFree = plan.id === DEFAULT_PLAN;
  return (
    <Card className={styles.plan} aria-labelledby={`plan-${plan.id}`}>
      <h2 id={`plan-${plan.id}`}>{plan.name}</h2>
      <p className={text.secondary}>{plan.audience}</p>
      <p>
        <span className={styles.price}>{euros.format(plan.euroPerMonth)}</span>{" "}
        <span className={text.small}>a month, excl. VAT</span>
      </p>
      <ul className={styles.limits}>
        {listPlanContents(plan).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {isFree ? (
        <ButtonLink kind="attest" to={paths.signup()}>
          Start free
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.contact({ subject: "billing" })}>
          Choose a plan<span className="visually-hidden">: {plan.name}</span>
        </ButtonLink>
      )}
    </Card>
  );
}
