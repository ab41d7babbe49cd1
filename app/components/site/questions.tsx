import { Icon } from "#app/components/ui/icon.tsx";
import { CaretDownIcon } from "#app/components/ui/icons.ts";
import type { Question } from "#app/lib/site/questions.ts";
import styles from "./questions.module.css";

type QuestionsProps = {
  questions: Question[];
  /** Shows the first answer at once, so that it is plain how the others open. */
  opensFirst?: boolean;
};

export function Questions({ questions, opensFirst = false }: QuestionsProps) {
  return (
    <div className={styles.questions}>
      {questions.map(({ question, answer }, index) => (
        <details key={question} open={opensFirst && index === 0}>
          <summary>
            {question}
            <Icon of={CaretDownIcon} />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
