import { Link } from "@remix-run/react";
import { badgeOfDelivery } from "#app/components/deliveries/delivery-state.ts";
import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { useFormNames } from "#app/components/layout/form-names.tsx";
import type { View } from "#app/components/submissions/submission-state.ts";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { PersonClaim } from "#app/schemas/people.ts";

/** Every claim of a person, with their consent and what was sent where. */
export function PersonClaims({ claims, view }: { claims: PersonClaim[]; view: View }) {
  const forms = useFormNames();
  const nameForm = (formId: string) => forms.find(({ id }) => id === formId)?.name;
  return claims.map((claim) => (
    <Panel
      key={claim._id}
      title={`${[claim.platformName, nameForm(claim.formId)].filter(Boolean).join(", ")}, ${formatDateTime({ at: claim.createdAt, ...view })}`}
      aside={
        <Link className={text.small} to={paths.submission({ submissionId: claim._id })}>
          Open the claim
        </Link>
      }
    >
      <PanelBody>
        <KeyValues
          facts={[
            { label: "Status", value: <StatusBadge state={claim.status} /> },
            ...(claim.amount && claim.currency
              ? [{ label: "Amount", value: <MoneyText amount={claim.amount} currency={claim.currency} /> }]
              : []),
            { label: "Email", value: <SamePerson search={claim.email} /> },
            { label: "Phone", value: <SamePerson search={claim.phone} /> },
            {
              label: "Consent",
              value: (
                <>
                  <q>{claim.consentText}</q>{" "}
                  <span className={text.small}>{formatDateTime({ at: claim.consentAt, ...view })}</span>
                </>
              ),
            },
            ...(claim.withdrawnAt
              ? [{ label: "Withdrawn", value: formatDateTime({ at: claim.withdrawnAt, ...view }) }]
              : []),
            ...(claim.sharingEndedAt
              ? [{ label: "Sharing ended", value: formatDateTime({ at: claim.sharingEndedAt, ...view }) }]
              : []),
            { label: "Sent", value: <Sent deliveries={claim.deliveries} /> },
          ]}
        />
      </PanelBody>
    </Panel>
  ));
}

/** Leads to every claim with the same email or phone number. */
const SamePerson = ({ search }: { search: string }) => <Link to={paths.person({ search })}>{search}</Link>;

function Sent({ deliveries }: Pick<PersonClaim, "deliveries">) {
  if (deliveries.length === 0) return "Not sent to any ad platform";
  return (
    <ul>
      {deliveries.map(({ id, platformName, state, eventId, attempts }) => (
        <li key={id}>
          <Link to={paths.delivery({ deliveryId: id })}>
            {platformName}, {attempts === 0 ? "never sent" : badgeOfDelivery(state).children.toLowerCase()}
          </Link>{" "}
          <span className={text.code}>{eventId}</span>
        </li>
      ))}
    </ul>
  );
}
