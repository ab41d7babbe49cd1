import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { ColumnRole } from "#app/lib/statements.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";

const NAMES: Record<ColumnRole, string> = {
  account: "the account",
  amount: "the amount",
  day: "the deposit date",
};
const BEFORE: Record<ColumnRole, string[]> = {
  account: ["account"],
  amount: ["amount", "gross"],
  day: ["date", "datetime", "time"],
};

type UseColumnProps = { statement: StatementResponse; index: number; role: ColumnRole };

/** A button that reads the file again with another column. */
export function UseColumn({ statement: { columns }, index: chosen, role }: UseColumnProps) {
  const better = columns.find(({ index }) => index === chosen);
  if (!better) return null;
  const hasTimes = better.examples.some((example) => /\d:\d{2}/.test(example));
  const meaning = role === "day" ? (hasTimes ? "datetime" : "date") : role;
  return (
    <PostForm intent="read">
      {columns.map((column) => (
        <input
          key={column.index}
          type="hidden"
          name={`meanings[${column.index}]`}
          value={
            column.index === chosen
              ? meaning
              : BEFORE[role].includes(column.meaning)
                ? "ignore"
                : column.meaning
          }
        />
      ))}
      <SubmitButton isSmall pending="Matching">
        {`Use “${better.heading || `column ${chosen + 1}`}” as ${NAMES[role]}`}
      </SubmitButton>
    </PostForm>
  );
}
