import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { config } from "#app/env.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { NotFound } from "#app/lib/errors.ts";
import { Platform, Submission } from "#app/models/index.server.ts";
import { makeDeposits } from "./make-deposits.ts";
import { makeSampleFile, SAMPLE_SHAPES, type SampleFile, type SampleShape } from "./make-sample-file.ts";

const DAYS = 14;
const CLAIMS_MAX = 500;

export type SampleStatement = { platformId: string; platformName: string; shape: SampleShape };

/** A ready statement for each broker of the demo; none anywhere else. */
export async function listSampleStatements(workspaceId: string): Promise<SampleStatement[]> {
  if (!config.hasSandbox) return [];
  const platforms = await retryRead(() =>
    Platform.findAll({
      where: { workspaceId, archivedAt: null },
      attributes: ["id", "name"],
      order: [
        ["position", "ASC"],
        ["id", "ASC"],
      ],
    }),
  );
  return platforms.map(({ id, name }, at) => ({
    platformId: id,
    platformName: name,
    shape: SAMPLE_SHAPES[at % SAMPLE_SHAPES.length] ?? "transactions",
  }));
}

/**
 * The file of a broker's last two weeks, made of its claims.
 * @throws {NotFound} outside of the demo, and for a broker of somebody else
 */
export async function getSampleStatement(
  { workspaceId, platformId }: { workspaceId: string; platformId: string },
  now = new Date(),
): Promise<SampleFile> {
  const samples = await listSampleStatements(workspaceId);
  const sample = samples.find((one) => one.platformId === platformId);
  if (!sample) throw new NotFound("Statement");
  const from = new Date(Number(now) - DAYS * DAY);
  const claims = await retryRead(() =>
    findRows(Submission, {
      where: {
        workspaceId,
        platformId,
        withdrawnAt: null,
        erasedAt: null,
        unlikelyAmount: false,
        createdAt: { [Op.gt]: from },
      },
      attributes: ["id", "createdAt", "status", "email", "reference", "country", "amount", "currency"],
      order: [["id", "DESC"]],
      limit: CLAIMS_MAX,
    }),
  );
  const { platformName, shape } = sample;
  return makeSampleFile(shape, { platformName, deposits: makeDeposits(claims, now), from, to: now });
}
