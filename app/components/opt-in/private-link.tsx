import type { SubmissionStatus } from "#app/lib/domain.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { OptInCard } from "./card.tsx";
import { Seal } from "./ornaments.tsx";
import { Facts, type Recorded, THANKS_HEADING } from "./thanks.tsx";

export type Confirmation = {
  recorded: Recorded;
  /** Right after confirming: the page says thank you in the owner's words. */
  isNew: boolean;
  status: SubmissionStatus;
  withdrawnAt: string | null;
  /** The ad platforms that have accepted the event, by name. */
  passedOnTo: string[];
};

type Props = {
  form: Pick<PublicForm, "logo" | "ownerName" | "action" | "title" | "successMessage" | "redirectUrl">;
  confirmation: Confirmation;
  brandName: string;
};

/** A visitor's private page: what they confirmed, what was passed on, and the way to take it back. */
export function OptInPrivateLink({ form, confirmation, brandName }: Props) {
  const { recorded, isNew, status, withdrawnAt, passedOnTo } = confirmation;
  return (
    <OptInCard form={form} brandName={brandName}>
      <Seal isProven={status === "handled" && withdrawnAt === null} />
      <h1 className="centered">{headingOf(confirmation)}</h1>
      {isNew && form.successMessage ? (
        <p className="owner-text centered">{form.successMessage}</p>
      ) : (
        <p className="secondary centered">{stateOf(form.ownerName, confirmation)}</p>
      )}
      <Facts form={form} recorded={recorded}>
        <dt>Passed on</dt>
        <dd>{passedOnTo.length > 0 ? `to ${passedOnTo.join(", ")}` : "to nobody so far"}</dd>
      </Facts>
      {isNew && form.redirectUrl && (
        <a className="button" href={form.redirectUrl}>
          Continue
        </a>
      )}
      {isNew && <p className="small centered">Keep the address of this page: it is your private link.</p>}
      {withdrawnAt === null && (
        <form method="post">
          <p className="small">
            {passedOnTo.length > 0
              ? "If you withdraw, nothing more is passed on. What was passed on already stays there."
              : "If you withdraw, nothing is passed on."}
          </p>
          <button className="withdraw" type="submit">
            Withdraw my confirmation
          </button>
        </form>
      )}
    </OptInCard>
  );
}

function headingOf({ isNew, withdrawnAt, status }: Confirmation): string {
  if (withdrawnAt !== null) return "You have withdrawn it.";
  if (isNew) return THANKS_HEADING;
  return { pending: "It is recorded.", handled: "It is verified.", rejected: "It could not be verified." }[
    status
  ];
}

function stateOf(ownerName: string, { withdrawnAt, status }: Confirmation): string {
  if (withdrawnAt !== null) return "Nothing more is passed on. You may confirm again with the same address.";
  return {
    pending: `${ownerName} checks it now. You need do nothing more.`,
    handled: `${ownerName} has found it in the records.`,
    rejected: `${ownerName} did not find it in the records. Nothing was passed on.`,
  }[status];
}
