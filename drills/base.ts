import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT = fileURLToPath(new URL("..", import.meta.url));

/** An earlier commit of these sources, built. */
export type Base = {
  commit: string;
  source: string;
  build: string;
  /** What is kept of it for the next run. */
  store: string;
};

const git = (...args: string[]) => execFileSync("git", args, { cwd: PROJECT, encoding: "utf8" }).trim();

/**
 * The commit that a drill compares with: the one that is named, otherwise the last one that has landed on
 * `origin/main`, or on `main` where there is no such remote. Where that is this very one, the one before it.
 */
function resolveCommit(named?: string): string {
  if (named) return git("rev-parse", "--verify", `${named}^{commit}`);
  const main = ["origin/main", "main"].find((name) =>
    git("branch", "--all", "--list", name, `remotes/${name}`),
  );
  const landed = git("merge-base", "HEAD", main ?? "HEAD~");
  const isThis = landed === git("rev-parse", "HEAD") && git("status", "--porcelain") === "";
  return isThis ? git("rev-parse", "HEAD~") : landed;
}

/** Checks the commit out and builds it, once for all runs of drills on this machine. */
export function buildBase(named?: string): Base {
  const commit = resolveCommit(named);
  const store = path.join(tmpdir(), "attesto-base", commit.slice(0, 12));
  const source = path.join(store, "source");
  const build = path.join(source, "build");
  console.log(`  compared with ${commit.slice(0, 8)} ${git("show", "--no-patch", "--format=%s", commit)}`);
  if (!existsSync(source)) {
    const unfinished = `${source}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const archive = `${unfinished}.tar`;
    git("archive", "--output", archive, commit);
    execFileSync("tar", ["--extract", "--file", archive, "--directory", unfinished]);
    rmSync(archive);
    installPackages(unfinished);
    execFileSync("npm", ["run", "--silent", "build"], {
      cwd: unfinished,
      stdio: ["ignore", "ignore", "inherit"],
    });
    renameSync(unfinished, source);
  }
  return { commit, source, build, store };
}

/** The packages of these sources, where those of the commit are the same. */
function installPackages(source: string): void {
  const lock = (folder: string) => readFileSync(path.join(folder, "package-lock.json"), "utf8");
  if (lock(source) === lock(PROJECT))
    symlinkSync(path.join(PROJECT, "node_modules"), path.join(source, "node_modules"));
  else execFileSync("npm", ["ci", "--silent"], { cwd: source, stdio: ["ignore", "ignore", "inherit"] });
}

/** Puts a file of these drills into the sources of the commit, so that it runs with what it imports there. */
export function lendFile({ source }: Base, file: string): string {
  const target = path.join(source, file);
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(path.join(PROJECT, file), target);
  return target;
}
