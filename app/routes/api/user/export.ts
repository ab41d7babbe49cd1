import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { FileResponse } from "#app/http/file-response.server.ts";
import { exportLimit } from "#app/http/limits/limits.server.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { presentApiKey } from "#app/presenters/api-key.ts";
import {
  presentExportedForm,
  presentExportedPlatform,
  presentExportedSubmission,
} from "#app/presenters/export.ts";
import { presentOwnRate } from "#app/presenters/rates.ts";
import { presentUser } from "#app/presenters/user.ts";
import { ExportResponse } from "#app/schemas/accounts.ts";
import { exportAccount, exportSubmissions } from "#app/services/accounts/export-account.server.ts";
import { oneExportAtATime } from "#app/services/accounts/running-exports.server.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";

const handle = endpoint(
  get({
    path: "/api/user/export",
    summary: "All of one's data as a JSON file, without what opens anything; one at a time",
    description:
      "The account, and what its workspace holds as far as the role allows. Passwords, keys, tokens and credentials are left out. The call asks for a recent password.",
    auth: "user",
    needsRecentAuthentication: true,
    response: ExportResponse,
    fileType: "application/json; charset=utf-8",
    run: async ({ user, workspace, role }) => {
      await consume([exportLimit(user.id)]);
      const { forms, platforms, exchangeRates, apiKeys, ...rows } = await exportAccount({
        workspace,
        role,
        userId: user.id,
      });
      const account = {
        user: presentUser(user, workspace),
        ...rows,
        apiKeys: apiKeys.map(presentApiKey),
        forms: forms.map(presentExportedForm),
        platforms: platforms.map(presentExportedPlatform),
        exchangeRates: exchangeRates.map(presentOwnRate),
      };
      const parts = toJson(account, exportSubmissions({ workspace, role }));
      return new FileResponse({ name: "attesto-export.json", parts: oneExportAtATime(user.id, parts) });
    },
  }),
);

async function* toJson(account: object, pages: AsyncGenerator<Submission[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(account).slice(0, -1)},"submissions":[`;
  let comma = "";
  for await (const submissions of pages) {
    if (submissions.length === 0) continue;
    const texts = submissions.map((one) => JSON.stringify(presentExportedSubmission(one, adPlatformName)));
    yield comma + texts.join(",\n");
    comma = ",\n";
  }
  yield "]}\n";
}

export const loader = handle;
export const action = handle;
