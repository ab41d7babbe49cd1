import clsx from "clsx";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";
import { Band, BandLead } from "./band.tsx";
import columns from "./three-columns.module.css";

const parts = [
  {
    title: "Your broker’s file decides",
    text: "Upload the file that your broker lets you download. Claims are matched by account number, email, amount and day: hundreds are verified with one press, and the doubtful ones are shown side by side.",
  },
  {
    title: "Cost per verified deposit",
    text: "Add what your ads cost, by export, by a connected Meta account or by hand. Each campaign shows what a true deposit costs, your profit after commission, and how many the ad platform counts.",
  },
  {
    title: "Undo before anything is sent",
    text: "Ten minutes to take a decision back. After that, each event has a signed proof of what you checked and what the ad platform answered.",
  },
  {
    title: `${LANGUAGE_CODES.length} languages`,
    text: "One form speaks the language of each visitor, with your own texts where you write them. Several forms, each with its own brokers and look.",
  },
  {
    title: "Named links",
    text: "A short name for each place you post: a story, a group, a partner. Each has its own views, claims and truth rate, and keeps the click of the ad.",
  },
  {
    title: "What the broker owes you",
    text: "Your commission tiers beside what the broker’s files say was paid, client by client, with the reason for each difference.",
  },
] as const;

/** What stands behind the three steps. */
export function DeskBand() {
  return (
    <Band>
      <h2>Checking takes minutes, not evenings</h2>
      <BandLead>
        Most claims decide themselves by your broker’s own records. What is left is a list, the most urgent
        first.
      </BandLead>
      {[parts.slice(0, 3), parts.slice(3)].map((row) => (
        <ul key={row[0]?.title} className={clsx(columns.columns, columns.list)}>
          {row.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      ))}
    </Band>
  );
}
