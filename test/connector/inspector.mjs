// The official inspector's command line, in both eras of the protocol.

import { execFile } from 'node:child_process';

import { need, screenplay } from './calls.mjs';
import { environment } from './service.mjs';

const launcher = new URL('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url).pathname;

/** Runs it and gives what it prints. A denial by a tool ends it with a status too, so the status says nothing here. */
function inspect(service, home, args) {
	return new Promise((done, fail) => {
		const child = execFile(process.execPath,
			[launcher, '--cli', service.mcp, '--transport', 'http', '--format', 'json', '--quiet', ...args],
			{ env: { ...environment(), HOME: home }, maxBuffer: 1 << 24, timeout: 60_000 }, (error, stdout, stderr) => {
				try {
					done(JSON.parse(stdout));
				} catch {
					fail(new Error(`inspector: ${stderr.slice(0, 500) || error?.message || 'no answer'}`));
				}
			});
		child.stdin.end();
	});
}

export async function inspector(findings, service, home, key) {
	const bearer = ['--header', `Authorization: Bearer ${key}`];
	for (const era of ['legacy', 'modern']) {
		const ask = async (...args) => inspect(service, home, [...args, '--protocol-era', era]);
		const call = (tool, given, ...more) =>
			ask('--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(given), ...more);
		const check = (name, run) => findings.try('inspector 2.12.0', era, name, run);

		await check('tools/list --strict', async () => {
			const told = await ask('--method', 'tools/list', '--strict');
			need(told.result.tools.length === 17, `17 tools, but: ${told.result.tools.length}`);
			const wrong = (told.schemaFindings ?? []).flatMap((t) => t.findings
				.filter((f) => f.severity === 'error' || f.schema === 'inputSchema') // models read what tools take
				.map((f) => `${t.toolName} ${f.schema} ${f.path} ${f.rule}`));
			need(wrong.length === 0, `schemas without errors, and inputs without warnings, but: ${wrong.join(', ')}`);
		});
		await check('tools/call without a key', async () => {
			const { result } = await call('search_films', { query: 'night' });
			need(result.isError === false && result.structuredContent.data.length > 0, `films, but: ${JSON.stringify(result).slice(0, 300)}`);
		});
		await check('tools/call with a key', async () => {
			const { result } = await call('get_account_status', {}, ...bearer);
			need(result.structuredContent?.mode === 'api_key', `mode api_key, but: ${JSON.stringify(result).slice(0, 300)}`);
		});
		await check('tools/call of the writers\' room without a key', async () => {
			const { result } = await call('ai_script_coverage', { text: screenplay });
			need(result.isError === true && JSON.parse(result.content[0].text).code === 'SCOPE_NOT_LICENSED', 'SCOPE_NOT_LICENSED');
		});
		await check('tools/call of the writers\' room with a key', async () => {
			const { result } = await call('ai_script_coverage', { text: screenplay }, ...bearer);
			need(result.isError === false, `a success, but: ${JSON.stringify(result).slice(0, 300)}`);
		});
		await check('resources/list and resources/read', async () => {
			const { result } = await ask('--method', 'resources/list');
			need(result.resources.length > 0, 'resources');
			const read = await ask('--method', 'resources/read', '--uri', result.resources[0].uri);
			need(read.result.contents?.[0]?.uri === result.resources[0].uri, `its contents, but: ${JSON.stringify(read).slice(0, 300)}`);
		});
		await check('resources/templates/list', async () => {
			const { result } = await ask('--method', 'resources/templates/list');
			need(result.resourceTemplates.every((t) => t.uriTemplate && t.name), 'templates with names');
		});
		await check('prompts/list and prompts/get', async () => {
			const { result } = await ask('--method', 'prompts/list');
			need(result.prompts.length > 0, 'prompts');
			const [{ name, arguments: takes = [] }] = result.prompts;
			const given = takes.filter((a) => a.required).map((a) => `${a.name}=night`);
			const got = await ask('--method', 'prompts/get', '--prompt-name', name, ...(given.length ? ['--prompt-args', ...given] : []));
			need(got.result.messages?.length > 0, `messages, but: ${JSON.stringify(got).slice(0, 300)}`);
		});
	}
}
