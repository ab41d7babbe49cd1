import { useId } from "react";

type PanelProps = { title: string; aside?: React.ReactNode; className?: string; children: React.ReactNode };

/** A titled panel. Its children bring their own padding, so that lists and tables can reach the edges. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={className ? `panel ${className}` : "panel"} aria-labelledby={id}>
      <div className="panel-h">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
