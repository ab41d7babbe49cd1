import { DataTable } from "#app/components/analytics/data-table.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { displayMoney } from "#app/lib/money.ts";
import { DEFAULT_PLAN, findPlan, PLANS } from "#app/lib/plans.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { UserForm } from "#app/schemas/admin.ts";
import type { GrantLine } from "#app/schemas/admin-pages.ts";
import styles from "./panels.module.css";

type SubscriptionPanelProps = {
  subscription: { status: string; plan: string; currentPeriodEnd: string | null };
  grants: GrantLine[];
  /** Verified claims of this month. */
  used: number;
  canChange: boolean;
  now: string;
  timeZone: string;
};

const plans = PLANS.map(({ id, name, euroPerMonth }) => ({
  value: id,
  label: `${name}, ${displayMoney(String(euroPerMonth), "EUR")} a month`,
}));

const planName = (id: string) => findPlan(id)?.name ?? id;

/** What a user's workspace has, what was paid for it, and the ways to grant and to end it by hand. */
export function SubscriptionPanel(props: SubscriptionPanelProps) {
  const { subscription, grants, used, canChange, now, timeZone } = props;
  const when = (at: string) => formatDateTime({ at, timeZone, now });
  const isActive = subscription.status === "active";
  const limit = findPlan(subscription.plan)?.verifiedClaimsPerMonth ?? null;
  return (
    <Panel title="Subscription">
      <PanelBody>
        <KeyValues
          facts={[
            { label: "Plan", value: isActive ? planName(subscription.plan) : "None active" },
            ...(subscription.currentPeriodEnd
              ? [{ label: "Until", value: when(subscription.currentPeriodEnd) }]
              : []),
            {
              label: "This month",
              value: `${formatNumber(used)} verified claims${limit === null ? "" : ` of ${formatNumber(limit)}`}`,
            },
          ]}
        />
        {grants.length > 0 ? (
          <DataTable
            note={`${grants.length} granted by hand`}
            caption="Plans granted"
            head={["Granted", "Plan", "Paid", "Ends"]}
          >
            {grants.map((grant) => (
              <tr key={grant.id}>
                <th scope="row">{when(grant.createdAt)}</th>
                <td>{planName(grant.plan)}</td>
                <td>{displayMoney(grant.amount, grant.currency)}</td>
                <td>
                  {grant.endedAt
                    ? `ended ${when(grant.endedAt)}`
                    : grant.endsAt
                      ? when(grant.endsAt)
                      : "open"}
                </td>
              </tr>
            ))}
          </DataTable>
        ) : (
          <p className={text.secondary}>No plan was granted by hand.</p>
        )}
        {canChange ? <GrantForm /> : null}
        {canChange && isActive ? (
          <PostForm intent="end-subscription" className={styles.row}>
            {subscription.plan === DEFAULT_PLAN ? null : (
              <SubmitButton name="next" value="free" pending="Ending">
                End, back to Free
              </SubmitButton>
            )}
            <SubmitButton kind="danger" name="next" value="none" pending="Ending">
              End without a plan
            </SubmitButton>
          </PostForm>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

function GrantForm() {
  return (
    <InputForm<typeof UserForm>
      intent="grant"
      defaultValue={{ plan: "pro", amount: "49" }}
      submit="Grant plan"
      pending="Granting"
      foot={(button) => <div>{button}</div>}
    >
      {(fields) => (
        <div className={styles.fields}>
          <SelectField label="Plan" field={fields.plan} choices={plans} />
          <Field label="Paid, in EUR" field={fields.amount} inputMode="decimal" />
          <Field label="Last day (optional)" field={fields.endsOn} type="date" />
        </div>
      )}
    </InputForm>
  );
}
