import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useHydrated } from "remix-utils/use-hydrated";
import { SaveError } from "#app/components/forms/save-error.tsx";
import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { DotsSixVerticalIcon } from "#app/components/ui/icons.ts";
import { useFocusNext } from "#app/components/ui/use-focus-next.ts";
import { focusPlatform } from "./focus-platform.ts";
import styles from "./platform-list.module.css";
import { type ListedPlatform, PlatformRow } from "./platform-row.tsx";
import { useOrder } from "./use-order.ts";

const INSTRUCTIONS =
  "Press space or enter to pick the broker up, move it with the arrow keys, press space or enter to put it down, or escape to leave it where it was.";

/** The platforms in the owner's order. Buttons move them; with script also a handle, by pointer or keys. */
export function PlatformList({ platforms, canEdit }: { platforms: ListedPlatform[]; canEdit: boolean }) {
  const isHydrated = useHydrated();
  const { ordered, move, announcement, isSaving, reply } = useOrder(platforms);
  const focusNext = useFocusNext();
  const sensors = useSensors(
    // Pixels before a press on the handle becomes a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = ordered.map(({ id }) => id);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) move(String(active.id), ids.indexOf(String(over.id)));
  };
  const press = (id: string, by: -1 | 1) => {
    move(id, ids.indexOf(id) + by);
    // A row that was moved in the page loses the focus.
    focusNext(`[data-id="${id}"] [data-move="${by < 0 ? "up" : "down"}"]`);
  };
  useFormSettled((fields) => {
    // The button that had the focus is gone.
    if (fields.get("intent") === "default") focusPlatform(String(fields.get("platformId")));
  });
  return (
    <DndContext
      id="platforms"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announcementsFor(ordered),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className={styles.list} aria-busy={isSaving || undefined}>
          {ordered.map((platform, index) => (
            <SortableRow
              key={platform.id}
              platform={platform}
              isFirst={index === 0}
              isLast={index === ordered.length - 1}
              isScripted={isHydrated}
              canEdit={canEdit}
              onMove={(by) => press(platform.id, by)}
            />
          ))}
        </ol>
      </SortableContext>
      <SaveError reply={reply} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </DndContext>
  );
}

function announcementsFor(ordered: ListedPlatform[]): Announcements {
  const name = (id: string | number) =>
    ordered.find((platform) => platform.id === id)?.name ?? "The platform";
  const place = (id: string | number) =>
    `${ordered.findIndex((platform) => platform.id === id) + 1} of ${ordered.length}`;
  // dnd-kit reports "picked up" and "over its own place" at once: one announcement for both.
  const pickedUp = (id: string | number) => `${name(id)} is picked up at place ${place(id)}.`;
  const stays = (id: string | number) => `${name(id)} stays ${place(id)}.`;
  return {
    onDragStart: ({ active }) => pickedUp(active.id),
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      return over.id === active.id
        ? pickedUp(active.id)
        : `${name(active.id)} is over place ${place(over.id)}.`;
    },
    // The list announces a changed order itself; only an unchanged one is announced here.
    onDragEnd: ({ active, over }) => (over && over.id !== active.id ? undefined : stays(active.id)),
    onDragCancel: ({ active }) => stays(active.id),
  };
}

type SortableRowProps = {
  platform: ListedPlatform;
  isFirst: boolean;
  isLast: boolean;
  isScripted: boolean;
  canEdit: boolean;
  onMove: (by: -1 | 1) => void;
};

function SortableRow({ platform, isFirst, isLast, isScripted, canEdit, onMove }: SortableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: platform.id });
  const handle =
    isScripted && canEdit ? (
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={buttonClass({ kind: "quiet", isIcon: true }, styles.handle)}
        {...attributes}
        {...listeners}
      >
        <Icon of={DotsSixVerticalIcon} />
        <span className="visually-hidden">Move {platform.name}</span>
      </button>
    ) : null;
  return (
    <li
      ref={setNodeRef}
      data-id={platform.id}
      className={isDragging ? styles.dragged : undefined}
      // Only while it moves: the policy allows no style attribute in the server's HTML.
      style={transform ? { transform: CSS.Translate.toString(transform), transition } : undefined}
    >
      <PlatformRow
        platform={platform}
        isFirst={isFirst}
        isLast={isLast}
        handle={handle}
        canEdit={canEdit}
        onMove={isScripted ? onMove : undefined}
      />
    </li>
  );
}
