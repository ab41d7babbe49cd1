import { redirect } from "@remix-run/node";
import { z } from "zod";
import { anyone, getSession } from "#app/http/auth/guards.server.ts";
import { THEMES, themeCookie } from "#app/http/cookies/theme.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";
import { updateTheme } from "#app/services/accounts/update-account.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

const ThemeForm = z.object({
  intent: z.literal("theme"),
  theme: z.enum(THEMES),
  returnTo: z.string().optional(),
});

export function loader() {
  return redirect(paths.landing());
}

/** Saves the theme in a cookie, and in the account of a signed-in user, and redirects back to the page. */
export const action = page(anyone, ({ request }) =>
  handleForm(request, anyone, ThemeForm, {
    theme: {
      async onValid({ theme, returnTo }) {
        const signedIn = await getSession(request);
        if (signedIn) await updateTheme({ userId: signedIn.user.id, theme });
        return redirect(safeRedirect(returnTo, paths.landing()), {
          status: 303,
          headers: { "Set-Cookie": await themeCookie.serialize(theme) },
        });
      },
    },
  }),
);
