import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";

export const loader = () => redirect(paths.apiReference());
