import { type AccountNumber, accountLabel } from "#app/lib/account-number.ts";
import { ANSWER_MAX } from "#app/schemas/shared/limits.ts";
import { FieldMessage, Label } from "./field.tsx";
import { useTexts } from "./language.tsx";

type AccountNumberFormProps = {
  /** The private page. */
  action: string;
  account: AccountNumber | null;
  value: string;
  error?: string;
};

/** Adds the account number to a claim that waits, or corrects it. */
export function AccountNumberForm({ action, account, value, error }: AccountNumberFormProps) {
  const texts = useTexts();
  return (
    <form method="post" action={action}>
      <input type="hidden" name="intent" value="account" />
      <div>
        <Label name="reference" hint={account?.example ? texts.form.example(account.example) : undefined}>
          {accountLabel(account, texts)}
        </Label>
        <p className="small" id="reference-h">
          {texts.mine.accountHelps}
        </p>
        <input
          id="reference"
          name="reference"
          dir="ltr"
          defaultValue={value}
          autoComplete="off"
          maxLength={ANSWER_MAX}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby="reference-h reference-e"
        />
        <FieldMessage name="reference" error={error} />
      </div>
      <button type="submit" className="plain">
        {texts.mine.saveNumber}
      </button>
    </form>
  );
}
