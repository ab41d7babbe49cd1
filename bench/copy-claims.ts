import type { Connection } from "mysql2/promise";

/** The columns in which each claim has a text of its own, and what a copy has there. */
const OWN: Record<string, string> = {
  id: "UUID()",
  email: "CONCAT(?, email)",
  emailKey: "CONCAT(?, emailKey)",
  uniqueEmail: "CONCAT(?, uniqueEmail)",
  reference: "CONCAT(reference, ?)",
  submissionKey: "SHA2(CONCAT(?, submissionKey), 256)",
};

/** Copies a workspace's claims, as other people's, until it has so many. */
export async function copyClaims(connection: Connection, workspaceId: string, count: number): Promise<void> {
  const [columns] = await connection.query(
    "SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'submissions'",
  );
  const names = (columns as { name: string }[]).map(({ name }) => name);
  const list = names.map((name) => `\`${name}\``).join(", ");
  const values = names.map((name) => OWN[name] ?? `\`${name}\``).join(", ");
  const marks = values.split("?").length - 1;
  for (let round = 1; ; round += 1) {
    const [found] = await connection.query("SELECT COUNT(*) AS has FROM submissions WHERE workspaceId = ?", [
      workspaceId,
    ]);
    const missing = count - Number((found as { has: number }[])[0]?.has);
    if (missing <= 0) return;
    await connection.query(
      `INSERT INTO submissions (${list}) SELECT ${values} FROM submissions WHERE workspaceId = ? LIMIT ${missing}`,
      [...Array.from({ length: marks }, () => String(round)), workspaceId],
    );
  }
}
