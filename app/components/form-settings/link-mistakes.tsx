import { Alert } from "#app/components/ui/alert.tsx";
import text from "#app/components/ui/text.module.css";

type LinkMistakesProps = { mistakes: { parameter: string; macro: string; advice: string }[] };

/** Placeholders that ad platforms left in the links of the latest claims, each with how to mend it. */
export function LinkMistakes({ mistakes }: LinkMistakesProps) {
  return mistakes.map(({ parameter, macro, advice }) => (
    <Alert key={`${parameter}=${macro}`} tone="copper">
      <b className={text.strong}>
        A link says {parameter}=<span className={text.code}>{macro}</span>
      </b>
      , which its ad platform did not replace, so the claims have no such value. {advice}
    </Alert>
  ));
}
