import type { LoaderFunctionArgs } from "@remix-run/node";
import { data, type MetaFunction, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { PlainMessage } from "#app/components/layout/plain-message.tsx";
import { hasSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

export const handle: PageHandle = { title: "Not for your account" };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export const loader = page(async ({ request }: LoaderFunctionArgs) =>
  data({ hasSession: await hasSession(request) }, { status: 403 }),
);

export default function Unauthorized() {
  return (
    <PlainMessage
      {...useLoaderData<typeof loader>()}
      title="This page is not for your account"
      sentence="Your role does not include it. If it should, ask the person who gave you access."
      way={{ to: paths.overview(), label: "Go to your dashboard" }}
    />
  );
}
