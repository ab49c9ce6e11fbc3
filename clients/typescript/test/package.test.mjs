// The package as those who install it meet it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const tools = fileURLToPath(new URL("../../../test/clients/node_modules", import.meta.url));

test("an installed package has what its README shows, with types", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "kinodex-package-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const run = (cwd, program, ...args) => {
    try {
      return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
      assert.fail(`${error.message}\n${error.stdout}`);
    }
  };

  const [packed] = JSON.parse(run(here, "npm", "pack", "--json", "--ignore-scripts", "--pack-destination", folder));
  const sources = readdirSync(join(here, "src")).map((file) => file.replace(/\.ts$/, ""));
  const wanted = ["README.md", "package.json", ...sources.flatMap((name) => [`src/${name}.ts`, ...[".js", ".d.ts", ".js.map"].map((kind) => `dist/${name}${kind}`)])];
  assert.deepEqual(packed.files.map(({ path }) => path).sort(), wanted.sort());

  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename));
  const programs = readFileSync(join(here, "README.md"), "utf8").split("```ts\n").slice(1).map((block, i) => {
    writeFileSync(join(folder, `${i}.ts`), `declare const address: string, key: string;\n${block.split("```")[0]}`);
    return `${i}.ts`;
  });
  const compile = (...settings) => run(folder, join(tools, ".bin/tsc"), "--noEmit", "--strict", "--target", "es2022", ...settings);
  compile("--module", "node16", "--lib", "es2022", "--typeRoots", join(tools, "@types"), "--types", "node", ...programs);
  compile("--module", "esnext", "--moduleResolution", "bundler", programs[1]); // as for a page
  const exported = run(folder, "node", "--input-type=module", "--eval", 'import * as web from "kinodex"; import * as node from "kinodex/node"; console.log(typeof web.Kinodex, typeof node.readSnapshot);');
  assert.equal(exported, "function function\n");
});
