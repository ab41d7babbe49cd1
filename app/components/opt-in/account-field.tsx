import { accountLabel, isAskedDifferently } from "#app/lib/account-number.ts";
import { missingAccount } from "#app/schemas/account-number.ts";
import type { Catalogue } from "#app/schemas/languages/index.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { ANSWER_MAX } from "#app/schemas/shared/limits.ts";
import { FieldMessage, type FieldState, Label } from "./field.tsx";
import { useTexts } from "./language.tsx";

type Platform = PublicForm["platforms"][number];

/** As beside other fields, only what need not be answered says so. */
const describe = ({ accountNumber }: Platform, { form }: Catalogue) =>
  [
    accountNumber?.field === "required" ? null : form.optional,
    accountNumber?.example && form.example(accountNumber.example),
  ]
    .filter(Boolean)
    .join(", ");

/**
 * The account number at the broker. Where brokers differ it has a line for each; the script shows only the
 * chosen one's.
 */
export function AccountNumberField({ platforms, value, error }: FieldState & { platforms: Platform[] }) {
  const texts = useTexts();
  const asking = platforms.filter(({ accountNumber }) => accountNumber?.field !== "no");
  const [first] = asking;
  if (!first) return null;
  const hasReason = asking.some(({ accountNumber }) => accountNumber !== null);
  const isOne = !isAskedDifferently(platforms);
  const message = isOne ? missingAccount(first.accountNumber, texts) : undefined;
  return (
    <div data-field="reference">
      <Label name="reference" hint={isOne ? describe(first, texts) || undefined : undefined}>
        {accountLabel(isOne ? first.accountNumber : null, texts)}
      </Label>
      {hasReason && (
        <div id="reference-h" className="small">
          {!isOne &&
            asking.map((platform) => (
              <p
                key={platform.id}
                data-broker={platform.id}
                data-required={missingAccount(platform.accountNumber, texts)}
              >
                {`${platform.name}: ${[accountLabel(platform.accountNumber, texts), describe(platform, texts)].filter(Boolean).join(", ")}`}
              </p>
            ))}
          <p>{texts.form.makesCheckingFaster}</p>
        </div>
      )}
      <input
        id="reference"
        name="reference"
        // Also on a page that is read from right to left.
        dir="ltr"
        defaultValue={value}
        autoComplete="off"
        maxLength={ANSWER_MAX}
        required={message !== undefined || undefined}
        data-msg-required={message}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={hasReason ? "reference-h reference-e" : "reference-e"}
      />
      <FieldMessage name="reference" error={error} />
    </div>
  );
}
