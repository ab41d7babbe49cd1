import { Alert } from "#app/components/ui/alert.tsx";
import text from "#app/components/ui/text.module.css";

type LinkMistakesProps = { mistakes: { parameter: string; macro: string; advice: string }[] };

/** What stood in the links of the latest claims in place of a value, each with how to mend it. */
export function LinkMistakes({ mistakes }: LinkMistakesProps) {
  return mistakes.map(({ parameter, macro, advice }) => (
    <Alert key={`${parameter}=${macro}`} tone="copper">
      <b className={text.strong}>
        A link says {parameter}=<span className={text.code}>{macro}</span>
      </b>
      , which is no value, so the claims have none there. {advice}
    </Alert>
  ));
}
