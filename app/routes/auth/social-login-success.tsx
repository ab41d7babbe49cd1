import { useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";

const SHOWN_MS = 1_200;

export const handle: PageHandle = {
  title: "Signed in",
  description: "You are signed in with a connected provider.",
  isUnlisted: true,
};

export const loader = page(requireUser, async ({ request, member }) => {
  const { user } = member;
  const returnTo = safeRedirect(new URL(request.url).searchParams.get("returnTo"), paths.overview());
  return { name: user.name, email: user.email, returnTo };
});

/** Shows who is signed in and goes on; without script by a button. */
export default function SocialLoginSuccess() {
  const { name, email, returnTo } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(returnTo, { replace: true }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [navigate, returnTo]);
  return (
    <AuthLayout title="Signed in">
      <p className={text.secondary} role="status">
        You are signed in as <b className={text.strong}>{name}</b>, {email}.
      </p>
      <ButtonLink kind="primary" to={returnTo} replace>
        Go on
      </ButtonLink>
    </AuthLayout>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
