/** Arrows between rooms point one way, and pure rooms stay pure. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";

const SRC = join(import.meta.dirname, "../../src");

/** Rule AR1. What each room may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  catalog: ["core"],
  protocol: ["core"],
  tools: ["core"],
  users: ["core"],
  platform: ["core", "catalog"],
  envs: ["core", "catalog", "tools", "users", "protocol"],
  objects: ["core", "catalog", "tools", "protocol", "platform", "envs"],
  http: ["core", "catalog", "protocol", "platform", "envs", "objects"],
  "worker.ts": ["http", "objects"],
};
const PURE = ["core", "catalog", "tools", "users", "envs", "protocol"];
const PURE_PACKAGES = /^(zod|pure-rand\/.*|@noble\/hashes\/.*)$/;

interface Source {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
  .map((path) => {
    const text = readFileSync(join(SRC, path), "utf8");
    const imports = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(
      (match) => (match[1] ?? match[2] ?? match[3]) as string,
    );
    return { path, room: path.split("/")[0] as string, text, imports };
  });

/** The room that a relative import leads to. */
const roomOf = (source: Source, target: string): string => join(source.path, "..", target).split("/")[0] as string;

describe("rooms", () => {
  it("[AR1] imports follow the table, and every room is in it", ({ expect }) => {
    const wrong = sources.flatMap((source) =>
      source.imports
        .filter((target) => target.startsWith("."))
        .map((target) => roomOf(source, target))
        .filter((room) => room !== source.room && !(MAY_IMPORT[source.room] ?? []).includes(room))
        .map((room) => `${source.path} -> ${room}`),
    );
    expect(wrong).toEqual([]);
    expect([...new Set(sources.map(({ room }) => room))].filter((room) => MAY_IMPORT[room] === undefined)).toEqual([]);
    expect(sources.length).toBeGreaterThan(40);
  });
  it("[AR3] pure rooms import only pure packages, read no clock and draw no unnamed chance", ({ expect }) => {
    const pure = sources.filter(({ room }) => PURE.includes(room));
    const packages = pure.flatMap(({ path, imports }) =>
      imports.filter((target) => !target.startsWith(".") && !PURE_PACKAGES.test(target)).map((target) => `${path} -> ${target}`),
    );
    const impure = pure.filter(({ text }) => /Math\.random|Date\.now|new Date\(\)|performance\.|crypto\./.test(text)).map(({ path }) => path);
    expect(packages).toEqual([]);
    expect(impure).toEqual([]);
  });
  it("[AR2] nothing but the list of environments names an environment's folder", ({ expect }) => {
    const folders = readdirSync(join(SRC, "envs"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const outside = sources.filter(({ path }) => !folders.some((folder) => path.startsWith(`envs/${folder}/`)) && path !== "envs/index.ts");
    const named = outside.flatMap(({ path, imports }) =>
      imports.filter((target) => folders.some((folder) => join(path, "..", target).startsWith(`envs/${folder}/`))).map((target) => `${path} -> ${target}`),
    );
    expect(folders).toContain("cart");
    expect(named).toEqual([]);
  });
});
