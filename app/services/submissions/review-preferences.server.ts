import { inTransaction } from "#app/database/connection.server.ts";
import { LIST_COLUMNS } from "#app/lib/domain.ts";
import { User } from "#app/models/index.server.ts";
import { readJson } from "#app/schemas/shared/stored-json.ts";
import { ReviewPreferences } from "#app/schemas/submission-forms.ts";

const DEFAULTS: ReviewPreferences = { opensNext: true, hasKeys: true, columns: [...LIST_COLUMNS] };

/** A user's preferences for reviewing claims. Unreadable values get their defaults. */
export function readReviewPreferences({ reviewPreferences }: Pick<User, "reviewPreferences">) {
  const parsed = ReviewPreferences.partial().safeParse(readJson(reviewPreferences) ?? {});
  return { ...DEFAULTS, ...(parsed.success ? parsed.data : {}) };
}

export async function saveReviewPreferences({
  userId,
  preferences: { opensNext, hasKeys, columns },
}: {
  userId: string;
  preferences: ReviewPreferences;
}): Promise<void> {
  await inTransaction((transaction) =>
    User.update(
      { reviewPreferences: JSON.stringify({ opensNext, hasKeys, columns }), updatedAt: new Date() },
      { where: { id: userId }, transaction },
    ),
  );
}
