import { data, type MetaFunction } from "@remix-run/react";
import { PlainMessage } from "#app/components/layout/plain-message.tsx";
import { brandNameOf } from "#app/components/root-data.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Not for your account", brandNameOf(matches)) },
  { name: "robots", content: "noindex" },
];

export function loader() {
  return data(null, { status: 403 });
}

export default function Unauthorized() {
  return (
    <PlainMessage
      title="This page is not for your account"
      sentence="Your role does not include it. If it should, ask an administrator."
      way={{ to: paths.overview(), label: "Go to your dashboard" }}
    />
  );
}
