import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { FileResponse } from "#app/http/file-response.server.ts";
import { exportLimit } from "#app/http/limits/limits.server.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { presentApiKey } from "#app/presenters/api-key.ts";
import {
  presentDecidingEvidence,
  presentExportedEvidence,
  presentExportedForms,
  presentExportedPlatform,
  presentExportedPostback,
  presentExportedStatement,
  presentExportedSubmission,
} from "#app/presenters/export.ts";
import { presentOwnRate } from "#app/presenters/rates.ts";
import { presentUser } from "#app/presenters/user.ts";
import { ExportResponse } from "#app/schemas/accounts.ts";
import { exportAccount, exportSubmissions } from "#app/services/accounts/export-account.server.ts";
import { exportBrokerConnections } from "#app/services/accounts/export-broker-connections.server.ts";
import { exportPostbackSettings, exportPostbacks } from "#app/services/accounts/export-postbacks.server.ts";
import { exportSpend, exportSpendImports } from "#app/services/accounts/export-spend.server.ts";
import { exportEvidence, exportStatements } from "#app/services/accounts/export-statements.server.ts";
import { exportTelegramBots } from "#app/services/accounts/export-telegram-bots.server.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { oneExportAtATime } from "#app/services/list-exports/running-exports.server.ts";
import { listFormNames } from "#app/services/opt-in-forms/form-names.server.ts";

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
        forms: presentExportedForms(forms),
        platforms: platforms.map(presentExportedPlatform),
        exchangeRates: exchangeRates.map(presentOwnRate),
      };
      const formNames = await listFormNames(workspace.id);
      const membership = { workspace, role };
      const parts = toJson(account, {
        submissions: present(exportSubmissions(membership), (one) =>
          presentExportedSubmission(one, adPlatformName, formNames),
        ),
        statements: present(exportStatements(membership), presentExportedStatement),
        statementEvidence: present(exportEvidence(membership, { isDeciding: true }), presentDecidingEvidence),
        evidence: present(exportEvidence(membership), presentExportedEvidence),
        postbackSettings: exportPostbackSettings(membership),
        postbacks: present(exportPostbacks(membership), presentExportedPostback),
        brokerConnections: exportBrokerConnections(membership),
        telegramBots: exportTelegramBots(membership),
        spendImports: exportSpendImports(membership),
        spend: exportSpend(membership),
      });
      return new FileResponse({ name: "attesto-export.json", parts: oneExportAtATime(user.id, parts) });
    },
  }),
);

async function* present<Row>(
  pages: AsyncGenerator<Row[]>,
  toValue: (row: Row) => object,
): AsyncGenerator<object[]> {
  for await (const rows of pages) yield rows.map(toValue);
}

/** One JSON object: first what is read at once, then the lists, a page at a time. */
async function* toJson(
  account: object,
  lists: Record<string, AsyncGenerator<object[]>>,
): AsyncGenerator<string> {
  yield JSON.stringify(account).slice(0, -1);
  for (const [name, pages] of Object.entries(lists)) {
    yield `,"${name}":[`;
    let comma = "";
    for await (const values of pages) {
      if (values.length === 0) continue;
      yield comma + values.map((value) => JSON.stringify(value)).join(",\n");
      comma = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}

export const loader = handle;
export const action = handle;
