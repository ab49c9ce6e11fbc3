// The official conformance suite: all its scenarios for servers, at both revisions
// of the protocol, and those for authorization servers.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { allow, Browser } from './browser.mjs';
import { environment, freePort } from './service.mjs';

const revisions = ['2025-11-25', '2026-07-28'];
const suite = new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url).pathname;

/** Runs the suite, telling each line it prints. A bad status is no error here: the checks tell what failed. */
function run(args, told = () => {}) {
	return new Promise((done, fail) => {
		const child = spawn(process.execPath, [suite, ...args], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
		const ended = setTimeout(() => child.kill(), 120_000);
		let out = '', line = '';
		for (const from of [child.stdout, child.stderr]) {
			from.setEncoding('utf8').on('data', (text) => {
				out += text;
				const lines = (line + text).split('\n');
				line = lines.pop();
				lines.forEach(told);
			});
		}
		child.once('error', fail).once('close', () => {
			clearTimeout(ended);
			done(out);
		});
	});
}

/** How the suite's word for what came of a check is ours. What it only warns of counts as failed. */
const outcomes = { SUCCESS: 'passed', FAILURE: 'failed', WARNING: 'failed', INFO: 'nothing', SKIPPED: 'nothing' };
const worst = ['failed', 'passed', 'nothing'];

/** Adds the checks of all scenarios in a directory, each id once, with the worst that came of it. */
function collect(findings, part, dir, prefix) {
	const scenarios = new Map();
	for (const name of readdirSync(dir)) {
		const scenario = name.replace(/-\d{4}-\d\d-\d\dT.*$/, '').slice(prefix.length);
		scenarios.set(scenario, JSON.parse(readFileSync(join(dir, name, 'checks.json'), 'utf8')));
	}
	for (const [scenario, checks] of [...scenarios].sort(([a], [b]) => a.localeCompare(b))) {
		for (const id of new Set(checks.map((c) => c.id))) {
			const same = checks.filter((c) => c.id === id).map((c) => ({ outcome: outcomes[c.status] ?? 'failed', why: c.errorMessage }));
			const told = same.toSorted((a, b) => worst.indexOf(a.outcome) - worst.indexOf(b.outcome))[0];
			findings.add(part, scenario, id, told.outcome, told.why);
		}
	}
	return scenarios.size;
}

/** Runs every scenario for servers that a revision has, without credentials. */
export async function servers(findings, service, report) {
	for (const revision of revisions) {
		const dir = join(report, 'suite-' + revision);
		mkdirSync(dir, { recursive: true });
		const out = await run(['server', '--url', service.mcp, '--suite', 'all', '--spec-version', revision, '-o', dir]);
		writeFileSync(dir + '.txt', out);
		const part = 'suite ' + revision;
		const ran = collect(findings, part, dir, 'server-');
		const listed = (await run(['list', '--server', '--spec-version', revision])).match(/^ {2}- /gm)?.length ?? 0;
		await findings.try(part, 'every scenario ran', 'count', () => {
			if (!ran || ran !== listed) {
				throw new Error(`${ran} of ${listed} scenarios left results:\n${out.slice(-500)}`);
			}
		});
	}
}

/** Runs the scenarios for authorization servers, and is the person they ask for. */
export async function authorization(findings, service, report) {
	const dir = join(report, 'authorization');
	mkdirSync(dir, { recursive: true });
	const person = await service.account('studio');
	const port = await freePort();
	const registered = await fetch(service.base + '/oauth/register', {
		method: 'POST', headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ client_name: 'Conformance suite', redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
	});
	const client = await registered.json();
	let visit = Promise.resolve();
	const out = await run(['authorization', '--url', service.base, '--client-id', String(client.client_id), '--resource', service.mcp,
		'--port', String(port), '-o', dir], (line) => {
		if (line.startsWith(service.base) && line.includes('response_type=code')) {
			visit = allow(new Browser(), line.trim(), person).catch((error) => error);
		}
	});
	writeFileSync(dir + '.txt', out);
	const problem = await visit;
	const ran = collect(findings, 'authorization', dir, 'authorization-server-');
	await findings.try('authorization', 'every scenario ran', 'count', () => {
		if (problem instanceof Error) {
			throw problem;
		}
		if (ran !== 2) {
			throw new Error(`${ran} of 2 scenarios left results:\n${out.slice(-500)}`);
		}
	});
	return person;
}
