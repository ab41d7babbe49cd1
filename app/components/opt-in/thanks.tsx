import type { ReactNode } from "react";
import { formatMoment, withLatinDigits } from "#app/lib/moments.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { TelegramPress } from "./continue-in-telegram.tsx";
import { useRegionalLocale, useTexts } from "./language.tsx";
import { Seal } from "./ornaments.tsx";
import { optInTexts } from "./texts.ts";

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
  const { action, thanks } = optInTexts(form);
  return (
    <>
      <Seal />
      <h1 className="centered" tabIndex={-1}>
        {thanks.heading}
      </h1>
      {form.successMessage ? (
        <p className="owner-text centered" dir="auto">
          {form.successMessage}
        </p>
      ) : (
        <p className="secondary centered">{thanks.isChecking(form.ownerName)}</p>
      )}
      <FactList
        confirmed={<span data-slot="confirmed">{action.noun}</span>}
        platform={<span data-slot="platform" />}
        email={<span data-slot="email" />}
        phone={<span data-slot="phone" dir="ltr" />}
        when={<span data-slot="when" />}
      />
      {/* The script sets the address of this link, of the private one and of the form that sends it. */}
      <ChangeNumber href="." />
      {form.redirectUrl && (
        <a className="button" href={form.redirectUrl} target="_top">
          {thanks.continue}
        </a>
      )}
      {form.platforms.some(({ accountNumber }) => accountNumber?.field !== "no") && (
        <p className="small">
          {thanks.accountMissing}{" "}
          <a className="tap" href=".">
            {thanks.accountChange}
          </a>
        </p>
      )}
      <div>
        <p>
          <a className="private-link" href=".">
            {thanks.keepLink}
          </a>
        </p>
        <p className="small">{thanks.linkShows}</p>
        <SendLink action="." />
        {form.telegramHref && <TelegramPress action="." />}
      </div>
      {form.allowRepeat && <ConfirmAnother href="" />}
    </>
  );
}

/** Has the private link sent to the visitor's own email. */
export function SendLink({ action }: { action: string }) {
  const { linkMail } = useTexts();
  return (
    <form method="post" action={action}>
      <input type="hidden" name="intent" value="send-link" />
      <button type="submit" className="plain">
        {linkMail.offer}
      </button>
    </form>
  );
}

/** The number is shown with its country code: whoever sees another person's can correct it. */
export function ChangeNumber({ href }: { href: string }) {
  const { thanks } = useTexts();
  return (
    <p className="small">
      {thanks.notYourNumber}{" "}
      <a className="tap" href={href}>
        {thanks.change}
      </a>
    </p>
  );
}

/** The form again, empty: an address that is the page's own is a new load, which restores no field. */
export function ConfirmAnother({ href }: { href: string }) {
  const { thanks } = useTexts();
  return (
    <p className="small">
      <a className="private-link again" href={href}>
        {thanks.another}
      </a>
    </p>
  );
}

type FactsProps = {
  form: Pick<PublicForm, "language" | "action">;
  recorded: RecordedClaim;
  /** More rows: each a term and its description. */
  children?: ReactNode;
};

export function Facts({ form, recorded, children }: FactsProps) {
  const { withAmount, noun } = optInTexts(form).action;
  const locale = withLatinDigits(useRegionalLocale());
  const { amount, currency, platformName, email, phone, at } = recorded;
  const split = email.lastIndexOf("@");
  return (
    <FactList
      confirmed={amount && currency ? withAmount(displayMoney(amount, currency, locale)) : noun}
      platform={platformName}
      email={
        <>
          {email.slice(0, split)}
          <wbr />
          {email.slice(split)}
        </>
      }
      phone={<bdi dir="ltr">{phone}</bdi>}
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
  const { facts, form } = useTexts();
  return (
    <dl>
      <dt>{facts.confirmed}</dt>
      <dd>{confirmed}</dd>
      <dt>{facts.broker}</dt>
      <dd>{platform}</dd>
      <dt>{form.email}</dt>
      <dd>{email}</dd>
      <dt>{form.phone}</dt>
      <dd>{phone}</dd>
      <dt>{facts.when}</dt>
      <dd>{when}</dd>
      {children}
    </dl>
  );
}

/** `November 20, 2026, 18:14 UTC`. The script shows it in the reader's zone, without naming that. */
export function Moment({ at }: { at: string }) {
  const locale = useRegionalLocale();
  return <time dateTime={at}>{`${formatMoment(new Date(at), locale, "UTC")} UTC`}</time>;
}
