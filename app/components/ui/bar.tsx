/** A share of the whole. The figure stands in words beside it. */
export function Bar({ percent, isUsual }: { percent: number; isUsual?: boolean }) {
  return (
    <svg className="bar" aria-hidden="true">
      <rect width="100%" height="6" />
      <rect className={isUsual ? "usual" : undefined} width={`${percent}%`} height="6" />
    </svg>
  );
}
