import styles from "./ornaments.module.css";

/** The lines of security printing, behind and above what is certified. Nowhere in the working dashboard. */
const turns = (count: number) => Array.from({ length: count }, (_, index) => (index * 180) / count);

export function Rosette() {
  return (
    <svg className={styles.rosette} viewBox="0 0 200 200" aria-hidden="true">
      <g>
        {turns(30).map((angle) => (
          <ellipse key={angle} cx="100" cy="100" rx="96" ry="30" transform={`rotate(${angle} 100 100)`} />
        ))}
      </g>
      <g>
        {turns(20).map((angle) => (
          <ellipse key={angle} cx="100" cy="100" rx="66" ry="46" transform={`rotate(${angle} 100 100)`} />
        ))}
      </g>
    </svg>
  );
}

const PERIOD = 48;
const WAVES = 6;

/** One wave over one period as a smooth path, shifted by a share of it. */
function wave(shift: number): string {
  const points = [];
  for (let x = -2; x <= PERIOD + 2; x += 2) {
    points.push(`${x} ${(6 + 4.6 * Math.sin((x / PERIOD + shift) * 2 * Math.PI)).toFixed(1)}`);
  }
  return `M${points.join(" ")}`;
}

const guilloche = Array.from({ length: WAVES }, (_, index) => wave(index / WAVES)).join("");

/** A 12 px band of fine waves. Two on one page share the pattern, whose id means the same in both. */
export function Guilloche() {
  return (
    <svg className={styles.guilloche} height="12" aria-hidden="true">
      <defs>
        <pattern id="guilloche" width={PERIOD} height="12" patternUnits="userSpaceOnUse">
          <path d={guilloche} />
        </pattern>
      </defs>
      <rect width="100%" height="12" fill="url(#guilloche)" stroke="none" />
    </svg>
  );
}
