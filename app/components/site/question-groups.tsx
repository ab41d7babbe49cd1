import { listQuestions, QUESTION_GROUPS } from "#app/lib/site/questions.ts";
import { Questions } from "./questions.tsx";

/** All questions, in the three groups. */
export function QuestionGroups({ brandName }: { brandName: string }) {
  return (
    <>
      {QUESTION_GROUPS.map(({ group, title }) => (
        <section key={group} id={group} aria-labelledby={`${group}-title`}>
          <h2 id={`${group}-title`}>{title}</h2>
          <Questions questions={listQuestions(group, brandName)} />
        </section>
      ))}
    </>
  );
}
