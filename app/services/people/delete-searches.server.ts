import { Op, type Transaction } from "sequelize";
import { SavedView, type Submission } from "#app/models/index.server.ts";

type PersonIdentifiers = Pick<Submission, "workspaceId" | "email" | "phone" | "reference">;

/** Deletes the saved views that search for a person who is erased. */
export async function deleteSearches(who: PersonIdentifiers, transaction: Transaction): Promise<void> {
  const views = await SavedView.findAll({
    where: { workspaceId: who.workspaceId, query: { [Op.like]: "%search=%" } },
    attributes: ["id", "query"],
    transaction,
  });
  const ids = views.filter(({ query }) => isAbout(who, query)).map(({ id }) => id);
  if (ids.length > 0)
    await SavedView.destroy({ where: { id: ids, workspaceId: who.workspaceId }, transaction });
}

/** Whether a search identifies the person, unlike parts that many share, such as "gmail.com". */
function isAbout({ email, phone, reference }: PersonIdentifiers, query: string): boolean {
  const search = (new URLSearchParams(query).get("search") ?? "").toLowerCase();
  const digits = search.replace(/\D/g, "");
  const address = email.toLowerCase();
  const named = (word: string) =>
    (/.@/.test(word) && address.includes(word)) ||
    (word.length >= 4 && address.split("@", 1)[0]?.startsWith(word));
  return (
    search.split(/\s+/).some(named) ||
    (digits.length >= 4 && phone.includes(digits)) ||
    (reference !== null && reference !== "" && search.includes(reference.toLowerCase()))
  );
}
