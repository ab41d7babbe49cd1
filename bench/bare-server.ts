import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import mysql from "mysql2/promise";

/** The yardstick: the same row written by `node:http` and `mysql2` with nothing between, one transaction a request. */
const pool = mysql.createPool({ uri: process.env.DATABASE_URL as string, connectionLimit: 10 });
const template = JSON.parse(process.env.TEMPLATE_ROW as string) as Record<string, string | number | null>;
const columns = Object.keys(template);
const sql = `INSERT INTO submissions (${columns.map((column) => `\`${column}\``).join(",")}) VALUES (${columns.map(() => "?").join(",")})`;

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", async () => {
    const { email, submissionKey } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const id = randomUUID();
    const row = {
      ...template,
      id,
      email,
      emailKey: email,
      onceEmail: email,
      submissionKey,
      bodyHash: submissionKey,
    };
    await pool.query(
      sql,
      columns.map((column) => row[column as keyof typeof row]),
    );
    res.writeHead(201, { "Content-Type": "application/json" }).end(JSON.stringify({ submissionId: id }));
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ type: "listening", port: typeof address === "object" ? address?.port : 0 });
});
