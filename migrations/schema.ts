import { type Table, toLines } from "./table.ts";

/** What tables say of their schema: a line for each column, key and reference. */
export const describeTables = (tables: Table[]): string[] =>
  tables.flatMap((table) => toLines(table).map((line) => `${table.name}: ${line}`));

/** The same of a database, by dialect. On MySQL it has the keys that foreign keys make, too. */
export const schemaQueries = {
  // MySQL and MariaDB differ: in an integer's width, and in how a default is quoted.
  mysql: `
    SELECT CONCAT(TABLE_NAME, ': \`', COLUMN_NAME, '\` ', REPLACE(UPPER(COLUMN_TYPE), 'INT(11)', 'INT'),
      IF(COALESCE(COLLATION_NAME, 'utf8mb4_unicode_ci') = 'utf8mb4_unicode_ci', '',
        CONCAT(' CHARACTER SET ', CHARACTER_SET_NAME, ' COLLATE ', COLLATION_NAME)),
      IF(IS_NULLABLE = 'NO', ' NOT NULL', ' NULL'),
      IF(COALESCE(COLUMN_DEFAULT, 'NULL') = 'NULL', '',
        CONCAT(' DEFAULT ', IF(COLUMN_DEFAULT REGEXP '^([0-9]+|''.*'')$', COLUMN_DEFAULT, QUOTE(COLUMN_DEFAULT))))
    ) AS line FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
    UNION ALL
    SELECT CONCAT(TABLE_NAME, ': ',
      IF(INDEX_NAME = 'PRIMARY', 'PRIMARY KEY', CONCAT(IF(NON_UNIQUE, '', 'UNIQUE '), 'KEY \`', INDEX_NAME, '\`')),
      ' (', GROUP_CONCAT('\`', COLUMN_NAME, '\`' ORDER BY SEQ_IN_INDEX SEPARATOR ', '), ')')
    FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() GROUP BY TABLE_NAME, INDEX_NAME, NON_UNIQUE
    UNION ALL
    SELECT CONCAT(TABLE_NAME, ': FOREIGN KEY (\`', COLUMN_NAME, '\`) REFERENCES \`', k.REFERENCED_TABLE_NAME,
      '\` (\`', REFERENCED_COLUMN_NAME, '\`) ON DELETE ', DELETE_RULE)
    FROM information_schema.KEY_COLUMN_USAGE k
    JOIN information_schema.REFERENTIAL_CONSTRAINTS r USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME, TABLE_NAME)
    WHERE CONSTRAINT_SCHEMA = DATABASE()`,
  sqlite: `
    WITH tables AS (SELECT name FROM sqlite_master WHERE type = 'table')
    SELECT t.name || ': \`' || c.name || '\` ' || c.type || IIF(c."notnull", ' NOT NULL', ' NULL')
      || COALESCE(' DEFAULT ' || c.dflt_value, '') AS line FROM tables t, pragma_table_info(t.name) c
    UNION ALL
    SELECT t.name || ': '
      || IIF(i.origin = 'pk', 'PRIMARY KEY', IIF(i."unique", 'UNIQUE ', '') || 'KEY \`' || i.name || '\`')
      || ' (' || group_concat('\`' || c.name || '\`', ', ' ORDER BY c.seqno) || ')'
    FROM tables t, pragma_index_list(t.name) i, pragma_index_info(i.name) c GROUP BY t.name, i.name
    UNION ALL
    SELECT t.name || ': FOREIGN KEY (\`' || f."from" || '\`) REFERENCES \`' || f."table" || '\` (\`' || f."to"
      || '\`) ON DELETE ' || f.on_delete FROM tables t, pragma_foreign_key_list(t.name) f`,
};
