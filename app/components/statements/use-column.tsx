import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { ColumnRole } from "#app/lib/statements.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";

const NAMES: Record<ColumnRole, string> = {
  account: "the account",
  amount: "the amount",
  day: "the deposit date",
};

type UseColumnProps = { statement: StatementResponse; index: number; role: ColumnRole };

/** A button that reads the file again with another column. */
export function UseColumn({ statement: { columns }, index, role }: UseColumnProps) {
  const column = columns.find((one) => one.index === index);
  if (!column) return null;
  return (
    <PostForm intent="chooseColumn">
      <input type="hidden" name="role" value={role} />
      <input type="hidden" name="index" value={index} />
      <SubmitButton isSmall pending="Matching">
        {`Use “${column.heading || `column ${index + 1}`}” as ${NAMES[role]}`}
      </SubmitButton>
    </PostForm>
  );
}
