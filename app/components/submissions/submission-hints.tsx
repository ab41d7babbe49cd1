import { Link } from "@remix-run/react";
import { Fragment } from "react";
import text from "#app/components/ui/text.module.css";
import { displayMoney } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import type { SubmissionHint } from "#app/schemas/submissions.ts";
import styles from "./submission-hints.module.css";

const shared = {
  phone: "phone number",
  reference: "account number",
  deviceId: "device",
  ip: "IP address",
} as const;

/** Facts about a claim that are worth a look, each with the claims behind it. */
export function SubmissionHints({ hints }: { hints: SubmissionHint[] }) {
  if (hints.length === 0) return null;
  return (
    <section className={styles.hints} aria-labelledby="hints">
      <h3 id="hints">Worth a look</h3>
      <ul>
        {hints.map((hint) => (
          <li key={hint.kind === "macro" ? `${hint.parameter}=${hint.macro}` : hint.kind}>
            <Hint hint={hint} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hint({ hint }: { hint: SubmissionHint }) {
  if (hint.kind === "disposable") return <>{hint.domain} is a disposable email service.</>;
  if (hint.kind === "mailbox") return <Mailbox {...hint} />;
  if (hint.kind === "macro") {
    return (
      <>
        The link says {hint.parameter}=<span className={text.code}>{hint.macro}</span>, which is no value.{" "}
        {hint.advice}
      </>
    );
  }
  if (hint.kind === "amount") {
    const largest = displayMoney(hint.largest, hint.currency);
    return <>At least ten times the largest recently verified amount at this broker, {largest}.</>;
  }
  const { kind, value, count, hasMore } = hint;
  const others = `${hasMore ? "more than " : ""}${count} other ${count === 1 ? "claim" : "claims"}`;
  return (
    <>
      Same {shared[kind]} in <Link to={toClaims(value)}>{others}</Link>.
    </>
  );
}

function Mailbox({ emails, hasMore }: { emails: string[]; hasMore: boolean }) {
  return (
    <>
      Perhaps one person: other spellings of this mailbox are{" "}
      {emails.map((email, index) => (
        <Fragment key={email}>
          {index > 0 && ", "}
          <Link to={toClaims(email)}>{email}</Link>
        </Fragment>
      ))}
      {hasMore && " and more"}.
    </>
  );
}

/** Quotes make the match exact: "A-1" must not find A-10. */
function toClaims(value: string): string {
  return paths.submissions({ status: "all", search: value.includes('"') ? value : `"${value}"` });
}
