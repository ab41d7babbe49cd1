import { InputForm } from "#app/components/forms/input-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { describeContract } from "#app/lib/describe-contract.ts";
import {
  type ContractConflict,
  type ContractFields,
  NewContractForm,
  type StepRow,
} from "#app/schemas/contract-form.ts";
import { parseInBrowser } from "#app/schemas/shared/parse-in-browser.ts";
import { ContractFieldset } from "./contract-fieldset.tsx";
import { PAYMENTS } from "./payment-words.ts";
import type { ContractChoices } from "./period-panel.tsx";

const parse = parseInBrowser(NewContractForm);

type ContractEditorProps = {
  saved: ContractFields;
  choices: ContractChoices;
  conflict: ContractConflict | undefined;
};

/** The form of a contract. Its buttons post without script and act at once with script. */
export function ContractEditor({ saved, choices, conflict }: ContractEditorProps) {
  const steps = (useReplyTo("save")?.initialValue?.steps ?? []) as unknown as Partial<StepRow>[];
  return (
    <InputForm<typeof NewContractForm>
      intent="save"
      defaultValue={saved}
      validate={parse}
      noValidate
      data-draft=""
      summary={{
        describe: (field, message) => {
          const row = steps[Number(/^steps\[(\d+)\]/.exec(field)?.[1])];
          return row?.kind ? `${PAYMENTS[row.kind].name}: ${message}` : message;
        },
        children: conflict ? (
          <p className={text.secondary}>Saved by now: {describeContract(conflict.saved)}.</p>
        ) : null,
      }}
      submit="Save contract"
      pending="Saving"
      foot={(button) => (
        <div className={layout.row}>
          {button}
          <SubmitButton name="dryRun" value="yes" pending="Trying">
            Try it on the last three months
          </SubmitButton>
        </div>
      )}
    >
      {(fields, { form }) => (
        <ContractFieldset form={form} fields={fields} choices={choices} newer={conflict?.seen} />
      )}
    </InputForm>
  );
}
