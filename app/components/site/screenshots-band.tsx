import clsx from "clsx";
import { Band, BandLead } from "./band.tsx";
import claimsDark from "./screenshots/claims-dark.webp?url";
import claimsLight from "./screenshots/claims-light.webp?url";
import formDark from "./screenshots/form-dark.webp?url";
import formLight from "./screenshots/form-light.webp?url";
import moneyDark from "./screenshots/money-dark.webp?url";
import moneyLight from "./screenshots/money-light.webp?url";
import statementDark from "./screenshots/statement-dark.webp?url";
import statementLight from "./screenshots/statement-light.webp?url";
import styles from "./screenshots-band.module.css";

/** The product itself: `npm run screenshots` takes the pictures from the demo. */
export function ScreenshotsBand() {
  return (
    <Band>
      <h2>One desk for every claim</h2>
      <BandLead>
        The most urgent claim comes first. Open it, compare it with your broker’s records, decide, and the
        next one opens.
      </BandLead>
      <div className={styles.pictures}>
        <Screenshot
          dark={claimsDark}
          light={claimsLight}
          width={1280}
          height={800}
          alt="The list of claims by time left, with one claim open beside it: its amount, its history and the decision."
        >
          The claims to check, and one of them open.
        </Screenshot>
        <Screenshot
          className={styles.phone}
          dark={formDark}
          light={formLight}
          width={390}
          height={800}
          alt="The opt-in form on a phone: email, phone number, broker, amount and consent."
        >
          What your visitors see.
        </Screenshot>
      </div>
      <div className={styles.halves}>
        <Screenshot
          dark={statementDark}
          light={statementLight}
          width={1280}
          height={800}
          alt="A broker’s file: how many claims it confirms, what they are worth, and the button that verifies them together."
        >
          A broker’s file, and the claims that it confirms.
        </Screenshot>
        <Screenshot
          dark={moneyDark}
          light={moneyLight}
          width={1280}
          height={800}
          alt="The campaigns with what they cost, their verified deposits, the cost of each and the profit."
        >
          What a verified deposit of each campaign costs.
        </Screenshot>
      </div>
    </Band>
  );
}

type ScreenshotProps = {
  dark: string;
  light: string;
  width: number;
  height: number;
  alt: string;
  className?: string | undefined;
  children: string;
};

/** In the theme of the page. */
function Screenshot({ dark, light, className, alt, children, ...size }: ScreenshotProps) {
  return (
    <figure className={className}>
      <img
        {...size}
        src={dark}
        alt={alt}
        className={clsx(styles.picture, styles.dark)}
        loading="lazy"
        decoding="async"
      />
      <img
        {...size}
        src={light}
        alt={alt}
        className={clsx(styles.picture, styles.light)}
        loading="lazy"
        decoding="async"
      />
      <figcaption>{children}</figcaption>
    </figure>
  );
}
