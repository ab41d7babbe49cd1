import { Parser } from "htmlparser2";

/** What lynx begins on a line of its own or sets apart. It knows no `section`, `header` or `details`. */
const APART = new Set(
  "address blockquote body br caption dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr html input legend li menu ol option p pre select table tbody td textarea th thead tr ul".split(
    " ",
  ),
);
const UNSEEN = new Set(["script", "style", "head", "template"]);
const ENDS_WORD = /[\p{L}\p{N}%€$)]$/u;
const BEGINS_WORD = /^[\p{L}\p{N}€$≈(]/u;

/** Two texts that a browser without style sheets shows as one word, such as "Today" and "19:09". */
export function findGluedWords(html: string): string[] {
  const glued: string[] = [];
  let before = "";
  let unseen = 0;
  /** Whether an inline element has begun or ended since the text before. */
  let isElsewhere = false;
  const pass = (name: string) => {
    if (APART.has(name)) before = "";
    // `wbr` breaks a long word.
    else if (name !== "wbr") isElsewhere = true;
  };
  const parser = new Parser({
    onopentagname(name) {
      if (UNSEEN.has(name)) unseen += 1;
      pass(name);
      // Written as "(BUTTON) Save".
      if (name === "button") before = "";
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen -= 1;
      pass(name);
    },
    ontext(text) {
      if (unseen > 0) return;
      if (isElsewhere && ENDS_WORD.test(before) && BEGINS_WORD.test(text))
        glued.push(`${before.slice(-30)}|${text.slice(0, 30)}`);
      before = text;
      isElsewhere = false;
    },
  });
  parser.end(html);
  return glued;
}
