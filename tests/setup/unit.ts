import { environment } from "./environment.ts";

// Before any module of the app is read. There is no database: a unit test that asks one fails.
Object.assign(process.env, environment, { DATABASE_URL: "mysql://nobody@127.0.0.1:1/none" });
