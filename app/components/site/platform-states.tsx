import text from "#app/components/ui/text.module.css";
import { ADVERTISED_PLATFORMS } from "#app/lib/ad-platforms.ts";
import styles from "./platform-states.module.css";

/** Which ad platforms take events, and which will. */
export function PlatformStates() {
  return (
    <ul className={styles.list}>
      {ADVERTISED_PLATFORMS.map(({ name, service, state }) => (
        <li key={name}>
          <h3>{name}</h3>
          <p className={text.secondary}>{service}</p>
          <p className={state === "supported" ? text.verd : text.small}>
            {state === "supported" ? "Supported" : "In development (beta)"}
          </p>
        </li>
      ))}
    </ul>
  );
}
