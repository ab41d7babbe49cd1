import { endpoint, FileResponse, get } from "#app/http/api/endpoint.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { ExportResponse } from "#app/schemas/accounts.ts";
import { exportAccount, exportSubmissions } from "#app/services/accounts/export-account.server.ts";

const handle = endpoint(
  get({
    path: "/api/user/export",
    summary: "All of one's data as a JSON file, without what opens anything",
    auth: "user",
    needsRecentAuthentication: true,
    response: ExportResponse,
    fileType: "application/json; charset=utf-8",
    run: async ({ user, workspace, role }) => {
      const account = {
        user: presentUser(user, workspace),
        ...(await exportAccount({ workspace, role, userId: user.id })),
      };
      const parts = [JSON.stringify(account).slice(0, -1), ',"submissions":['];
      let comma = "";
      for await (const submission of exportSubmissions({ workspace, role })) {
        parts.push(comma, submission);
        comma = ",\n";
      }
      return new FileResponse("attesto-export.json", `${parts.join("")}]}\n`);
    },
  }),
);

export const loader = handle;
export const action = handle;
