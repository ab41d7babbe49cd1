import { Icon } from "#app/components/ui/icon.tsx";
import { CaretDownIcon } from "#app/components/ui/icons.ts";
import styles from "./questions.module.css";

const questions = (brandName: string, windowText: string) => [
  {
    question: "What if I check too late?",
    answer: `${windowText}. Every claim shows the time it has left, the most urgent first. A late one is marked expired and is never sent.`,
  },
  {
    question: `Does ${brandName} see my broker login?`,
    answer: "No. You look the claim up at the broker yourself and tell us what you found.",
  },
  {
    question: "Can I change my plan later?",
    answer: "An upgrade takes effect at once, a downgrade with the next billing cycle.",
  },
];

export function Questions({ brandName, windowText }: { brandName: string; windowText: string }) {
  return (
    <div className={styles.questions}>
      {questions(brandName, windowText).map(({ question, answer }, index) => (
        <details key={question} open={index === 0}>
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
