import type { SubmissionStatus } from "#app/lib/domain.ts";
import { paths } from "#app/paths.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { OptInCard } from "./card.tsx";
import { Seal } from "./ornaments.tsx";
import { ChangeNumber, ConfirmAnother, Facts, type RecordedClaim, THANKS_HEADING } from "./thanks.tsx";

type Confirmation = {
  recorded: RecordedClaim;
  /** Right after confirming: the page shows the owner's success message. */
  isNew: boolean;
  status: SubmissionStatus;
  /** Why it was rejected, if the owner lets the visitor know. */
  reason: string | null;
  withdrawnAt: string | null;
  /** The ad platforms that have accepted the event, by name. */
  passedOnTo: string[];
};

type Props = {
  form: Pick<
    PublicForm,
    "slug" | "logo" | "ownerName" | "action" | "title" | "successMessage" | "redirectUrl"
  >;
  confirmation: Confirmation;
  brandName: string;
  /** The address of the proof, a file. */
  proofHref: string;
};

/** A visitor's private page: what they confirmed, what was sent on, and the button to withdraw. */
export function OptInPrivateLink({ form, confirmation, brandName, proofHref }: Props) {
  const { recorded, isNew, status, withdrawnAt, passedOnTo } = confirmation;
  return (
    <OptInCard form={form} brandName={brandName}>
      <Seal isProven={status === "handled" && withdrawnAt === null} />
      <h1 className="centered">{getHeading(confirmation)}</h1>
      {isNew && form.successMessage ? (
        <p className="owner-text centered">{form.successMessage}</p>
      ) : (
        <p className="secondary centered">{describeState(form.ownerName, confirmation)}</p>
      )}
      {confirmation.reason && <p className="owner-text centered">Reason: {confirmation.reason}</p>}
      <Facts form={form} recorded={recorded}>
        <dt>Shared with</dt>
        <dd>{passedOnTo.length > 0 ? passedOnTo.join(", ") : "no one yet"}</dd>
      </Facts>
      {status === "pending" && withdrawnAt === null && <ChangeNumber href="#withdraw" />}
      {isNew && form.redirectUrl && (
        <a className="button" href={form.redirectUrl} target="_top">
          Continue
        </a>
      )}
      {isNew && <p className="small centered">Keep the address of this page: it is your private link.</p>}
      {isNew && <ConfirmAnother href={paths.optIn({ slug: form.slug })} />}
      <p className="small centered">
        <a href={proofHref} download>
          Download the signed proof
        </a>{" "}
        · <a href={paths.proof()}>How to check it</a>
      </p>
      {withdrawnAt === null && (
        <form method="post" id="withdraw">
          <input type="hidden" name="intent" value="withdraw" />
          <p className="small">
            {passedOnTo.length > 0
              ? "If you withdraw, nothing more is shared. What was already shared stays there."
              : "If you withdraw, nothing is shared."}{" "}
            To change what you confirmed, withdraw and confirm it again: your email can be used again then.
          </p>
          <button className="withdraw" type="submit">
            Withdraw my confirmation
          </button>
        </form>
      )}
    </OptInCard>
  );
}

function getHeading({ isNew, withdrawnAt, status }: Confirmation): string {
  if (withdrawnAt !== null) return "You withdrew your confirmation.";
  if (isNew) return THANKS_HEADING;
  return { pending: "It is recorded.", handled: "It is verified.", rejected: "It could not be verified." }[
    status
  ];
}

function describeState(ownerName: string, { withdrawnAt, status }: Confirmation): string {
  if (withdrawnAt !== null) return "Nothing more is shared. You can confirm again with the same email.";
  return {
    pending: `${ownerName} checks it now. There's nothing more to do.`,
    handled: `${ownerName} has found it in the records.`,
    rejected: `${ownerName} could not verify it. Nothing was shared.`,
  }[status];
}
