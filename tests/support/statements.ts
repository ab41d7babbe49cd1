import { sequelize } from "#app/database/connection.server.ts";

/** The SELECT statements that something runs, as they go to the database. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { options } = sequelize as unknown as { options: { logging: false | ((line: string) => void) } };
  options.logging = (line) => statements.push(line.replace(/^Executing \([^)]*\): /, ""));
  try {
    await work();
  } finally {
    options.logging = false;
  }
  return statements.filter((statement) => /^SELECT/i.test(statement));
}
