import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { getSession } from "#app/http/auth/guards.server.ts";
import { THEMES, themeCookie } from "#app/http/cookies/theme.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";
import { updateProfile } from "#app/services/accounts/update-account.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

const ThemeInput = z.object({ theme: z.enum(THEMES), returnTo: z.string().optional() });

export function loader() {
  return redirect(paths.landing());
}

/** Saves the theme in a cookie, and in the account of a signed-in user, and redirects back to the page. */
export const action = page(async ({ request }: ActionFunctionArgs) => {
  const parsed = ThemeInput.safeParse(Object.fromEntries(await readForm(request)));
  if (!parsed.success) throw new Response(null, { status: 400 });
  const { theme } = parsed.data;
  const signedIn = await getSession(request);
  if (signedIn) {
    const { user, workspace, role } = signedIn;
    await updateProfile({
      workspace,
      role,
      userId: user.id,
      input: { preferences: { theme } },
      isProven: false,
    });
  }
  return redirect(safeRedirect(parsed.data.returnTo, paths.landing()), {
    status: 303,
    headers: { "Set-Cookie": await themeCookie.serialize(theme) },
  });
});
