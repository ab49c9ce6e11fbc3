// What the modes without a sign-in allow: no key, keys of several plans, and bad keys.

import { calls, need, screenplay, toolNames } from './calls.mjs';
import { beside, callAll, denial, generations, payload, withKey } from './client.mjs';

/** All tools without a key, then as many calls as the day has. service has seen no call before. */
export async function keyless(findings, generation, service, poster) {
	const mode = 'keyless';
	await findings.try(generation.part, mode, 'connects', async () => {
		const client = await generation.connect(generation.transport(service.mcp));
		need(generation.speaks(client) === generation.revision, `the revision ${generation.revision}, but: ${generation.speaks(client)}`);
		const found = await callAll(findings, generation.part, mode, client, { ai: false, poster });
		await findings.try(generation.part, mode, '25 calls a day', () => spendAll(client, found));
		await client.close();
	});
}

/** Calls until the budget is spent, and no longer: of the status nothing is counted. */
async function spendAll(client, found) {
	need(found.mode === 'sandbox' && found.limit === 25, `the mode sandbox with 25 a day, but: ${found.mode}, ${found.limit}`);
	const status = async () => payloadOf(await client.callTool({ name: 'get_account_status', arguments: {} }));
	const { used_today: used } = await status();
	const metered = calls.filter((c) => !c.denied && c.tool !== 'get_account_status').length + 2; // and two that found nothing
	need(found.used === 0 && used === metered, `${metered} calls counted, but: ${used - found.used}`);
	for (let left = 25 - used; left > 0; left--) {
		payloadOf(await client.callTool({ name: 'search_films', arguments: { limit: 1 } }));
	}
	const told = denial(await client.callTool({ name: 'search_films', arguments: { limit: 1 } }), 'QUOTA_EXCEEDED');
	need(/T00:00:00Z$/.test(told.resets_at), `a renewal at midnight UTC, but: ${told.resets_at}`);
	need((await status()).used_today === 25, '25 used, and the status still told');
}

function payloadOf(result) {
	need(result.isError === false, `a success, but: ${result.content[0].text}`);
	return result.structuredContent;
}

/** All tools with a key of the Studio plan. */
export async function studio(findings, generation, service, key, poster) {
	await findings.try(generation.part, 'api_key', 'connects', async () => {
		const client = await generation.connect(generation.transport(service.mcp, withKey(key)));
		const found = await callAll(findings, generation.part, 'api_key', client, { ai: true, poster });
		need(found.mode === 'api_key' && found.tier === 'studio' && found.limit === 10_000,
			`mode api_key, tier studio and 10000 a day, but: ${found.mode}, ${found.tier}, ${found.limit}`);
		await beside(findings, generation.part, 'api_key', client, found);
		await client.close();
	});
}

/** What keys of other plans are denied, and a key that opens nothing. */
export async function gates(findings, generation, service) {
	const keys = [ // what they get of a catalogue tool, and of the writers' room
		['free', [], 'TIER_NOT_LICENSED', 'TIER_NOT_LICENSED'],
		['writer', [], undefined, 'SCOPE_NOT_LICENSED'],
		['producer', [], undefined, 'SCOPE_NOT_LICENSED'],
		['producer', ['--scopes', 'read,ai'], undefined, 'TIER_NOT_LICENSED'],
		['studio', ['--scopes', 'read'], undefined, 'SCOPE_NOT_LICENSED'],
		['studio', ['--sandbox'], undefined, 'SCOPE_NOT_LICENSED'],
	];
	for (const [tier, more, catalogue, room] of keys) {
		await findings.try(generation.part, 'gates', ['a', tier, 'key', ...more].join(' '), async () => {
			const client = await generation.connect(generation.transport(service.mcp, withKey(await service.key(tier, ...more))));
			const { tools } = await client.listTools();
			need(tools.length === toolNames.length, 'all tools listed, whatever the plan');
			const films = await client.callTool({ name: 'search_films', arguments: { limit: 1 } });
			if (catalogue) {
				denial(films, catalogue);
			} else {
				payload(films, tools.find((t) => t.name === 'search_films'));
			}
			denial(await client.callTool({ name: 'ai_script_coverage', arguments: { text: screenplay } }), room);
			denial(await client.callTool({ name: 'ai_rewrite_scene', arguments: { text: screenplay, style: 'any' } }), room);
			await client.close();
		});
	}
	await findings.try(generation.part, 'gates', 'a key that opens nothing', async () => {
		const response = await fetch(service.mcp, {
			method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: 'Bearer kdx_live_nothing' },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
		});
		need(response.status === 401, `status 401, but: ${response.status}`);
		const challenge = response.headers.get('www-authenticate') ?? '';
		const at = challenge.match(/^Bearer .*resource_metadata="([^"]+)"/)?.[1];
		need(at, `a challenge that says where to sign in, but: ${challenge}`);
		const described = await (await fetch(at)).json();
		need(described.resource === service.mcp, `the resource ${service.mcp}, but: ${described.resource}`);
	});
}
