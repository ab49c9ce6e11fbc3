// Runs all parts against a program, and ends with 1 on any deviation from
// expected-failures.json. See docs/conformance.md.
//
//   node run.mjs --kinodex PROGRAM [--only PART,…]

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { eras, generations, views } from './client.mjs';
import { compare, Findings, table } from './findings.mjs';
import { inspector } from './inspector.mjs';
import { gates, keyless, studio } from './modes.mjs';
import { storePoster } from './poster.mjs';
import { Kinodex } from './service.mjs';
import { free, signedIn } from './signin.mjs';
import { stdio } from './stdio.mjs';
import { authorization, servers } from './suite.mjs';

const here = (name) => new URL(name, import.meta.url).pathname;
const parts = ['suite', 'authorization', 'inspector', 'clients', 'stdio'];

const { values: options } = parseArgs({ options: { kinodex: { type: 'string' }, only: { type: 'string', default: parts.join() } } });
const only = options.only.split(',');
const strangers = only.filter((part) => !parts.includes(part));
if (!options.kinodex || strangers.length) {
	console.error(`usage: node run.mjs --kinodex PROGRAM [--only ${parts.join()}]`);
	process.exit(2);
}

const findings = new Findings();
const started = Date.now();
const dir = mkdtempSync(join(tmpdir(), 'kinodex-connector-'));
const report = here('report');
rmSync(report, { recursive: true, force: true });
mkdirSync(report);
const kinodex = new Kinodex(options.kinodex, dir);
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.once(signal, () => kinodex.stop().finally(() => process.exit(130)));
}

const step = async (part, run) => {
	if (only.includes(part)) {
		console.error(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${part}`);
		await run();
	}
};

try {
	console.error('   0 s  installing the starter library');
	const poster = 'tt0041959'; // a film of the starter library
	await storePoster(kinodex, poster);
	const service = await kinodex.serve('main');
	await step('suite', async () => servers(findings, await kinodex.serve('suite'), report));
	await step('authorization', () => authorization(findings, service, report));
	await step('inspector', async () => inspector(findings, service, dir, await service.key('studio')));
	await step('clients', async () => {
		const key = await service.key('studio');
		for (const generation of generations) {
			await keyless(findings, generation, await kinodex.serve(generation.part.replaceAll(' ', '-')), poster);
			await studio(findings, generation, service, key, poster);
		}
		await eras(findings, service);
		await views(findings, service, key);
		await gates(findings, generations[0], service);
		await signedIn(findings, service, await service.account('studio', 'person'), poster);
		await free(findings, service);
	});
	await step('stdio', async () => stdio(findings, kinodex, service, await service.key('studio'), poster));
} finally {
	await kinodex.stop();
	rmSync(dir, { recursive: true, force: true });
}

const known = JSON.parse(readFileSync(here('expected-failures.json'), 'utf8'));
const expected = known.filter((e) => only.length === parts.length || findings.all.some((f) => [e.part].flat().includes(f.part)));
const { rows, deviations } = compare(findings.all, expected);
writeFileSync(join(report, 'findings.json'), JSON.stringify(findings.all, null, '\t'));
console.log(table(rows));
for (const one of deviations) {
	console.log(`deviation: ${one}`);
}
console.log(deviations.length ? `${deviations.length} deviations` : 'no deviations');
console.error(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  done; what was found in full is in test/connector/report`);
process.exitCode = deviations.length ? 1 : 0;
