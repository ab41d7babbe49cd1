import type { ReactNode } from "react";
import { displayMoney } from "#app/lib/money.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { Seal } from "./ornaments.tsx";
import { optInTexts } from "./texts.ts";

export const THANKS_HEADING = "Thanks, we’ve got it.";

export type RecordedClaim = {
  amount: string | null;
  currency: string | null;
  platformName: string;
  email: string;
  phone: string;
  /** ISO 8601. */
  at: string;
};

/** The thank-you view with empty slots, which the browser script fills once the form is accepted. */
export function ThanksSlots({ form }: { form: PublicForm }) {
  return (
    <>
      <Seal />
      <h1 className="centered" tabIndex={-1}>
        {THANKS_HEADING}
      </h1>
      {form.successMessage ? (
        <p className="owner-text centered">{form.successMessage}</p>
      ) : (
        <p className="secondary centered">{`${form.ownerName} checks it now. There's nothing more to do.`}</p>
      )}
      <FactList
        confirmed={<span data-slot="confirmed">{optInTexts(form).noun}</span>}
        platform={<span data-slot="platform" />}
        email={<span data-slot="email" />}
        phone={<span data-slot="phone" />}
        when={<span data-slot="when" />}
      />
      {/* The script sets the href of this link and of the private one. */}
      <ChangeNumber href="." />
      {form.redirectUrl && (
        <a className="button" href={form.redirectUrl} target="_top">
          Continue
        </a>
      )}
      {form.platforms.some(({ accountNumber }) => accountNumber?.field !== "no") && (
        <p className="small">
          Account number missing or wrong? <a href=".">Add or change it</a>
        </p>
      )}
      <div>
        <p>
          <a className="private-link" href=".">
            Keep your private link
          </a>
        </p>
        <p className="small">
          It shows what you confirmed and who it was shared with. You can change it or withdraw there.
        </p>
      </div>
      {form.allowRepeat && <ConfirmAnother href="" />}
    </>
  );
}

/** The number is shown with its country code: whoever sees another person's can correct it. */
export function ChangeNumber({ href }: { href: string }) {
  return (
    <p className="small">
      Not your phone number? <a href={href}>Change</a>
    </p>
  );
}

/** The form again, empty: an address that is the page's own is a new load, which restores no field. */
export function ConfirmAnother({ href }: { href: string }) {
  return (
    <p className="small">
      <a className="private-link again" href={href}>
        Confirm another
      </a>
    </p>
  );
}

type FactsProps = {
  form: Pick<PublicForm, "action" | "title">;
  recorded: RecordedClaim;
  /** More rows: each a term and its description. */
  children?: ReactNode;
};

export function Facts({ form, recorded, children }: FactsProps) {
  const { noun } = optInTexts(form);
  const { amount, currency, platformName, email, phone, at } = recorded;
  const split = email.lastIndexOf("@");
  return (
    <FactList
      confirmed={amount && currency ? `${displayMoney(amount, currency)} ${noun.toLowerCase()}` : noun}
      platform={platformName}
      email={
        <>
          {email.slice(0, split)}
          <wbr />
          {email.slice(split)}
        </>
      }
      phone={phone}
      when={<Moment at={at} />}
    >
      {children}
    </FactList>
  );
}

type FactListProps = Record<"confirmed" | "platform" | "email" | "phone" | "when", ReactNode> & {
  children?: ReactNode;
};

function FactList({ confirmed, platform, email, phone, when, children }: FactListProps) {
  return (
    <dl>
      <dt>Confirmed</dt>
      <dd>{confirmed}</dd>
      <dt>Broker</dt>
      <dd>{platform}</dd>
      <dt>Email</dt>
      <dd>{email}</dd>
      <dt>Phone</dt>
      <dd>{phone}</dd>
      <dt>When</dt>
      <dd>{when}</dd>
      {children}
    </dl>
  );
}

/** `November 20, 2026, 18:14 UTC`. The script shows it in the reader's zone, without naming that. */
export function Moment({ at }: { at: string }) {
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)];
  return (
    <time dateTime={at}>
      {`${new Date(day).toLocaleDateString("en-US", { timeZone: "UTC", dateStyle: "long" })}, ${time} UTC`}
    </time>
  );
}
