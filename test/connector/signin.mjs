// The official clients sign somebody in: they find the authorization server, register
// themselves, ask for a code with PKCE, redeem it and refresh what they got.

import { auth as oldAuth } from '@modelcontextprotocol/sdk/client/auth.js';
import { auth as newAuth } from '@modelcontextprotocol/client';

import { allow, Browser } from './browser.mjs';
import { callAll, generations, payload } from './client.mjs';
import { need, screenplay } from './calls.mjs';

/** What a client keeps between the steps; the person's browser is beside it. */
class Wallet {
	redirectUrl = 'http://127.0.0.1:9/callback'; // nobody listens there: the browser stops before it
	sentTo = undefined;
	kept = {};

	constructor(name, tokens) {
		this.clientMetadata = {
			client_name: name, redirect_uris: [this.redirectUrl], token_endpoint_auth_method: 'none',
			grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'],
		};
		this.kept.tokens = tokens;
	}

	state() { return (this.kept.state ??= crypto.randomUUID()); }
	clientInformation() { return this.kept.client; }
	saveClientInformation(client) { this.kept.client = client; }
	tokens() { return this.kept.tokens; }
	saveTokens(tokens) { this.kept.tokens = tokens; }
	saveCodeVerifier(verifier) { this.kept.verifier = verifier; }
	codeVerifier() { return this.kept.verifier; }
	saveDiscoveryState(state) { this.kept.discovery = state; }
	discoveryState() { return this.kept.discovery; }
	redirectToAuthorization(url) { this.sentTo = url; }

	invalidateCredentials(scope) {
		const gone = { all: ['client', 'tokens', 'verifier', 'discovery'] }[scope] ?? [scope];
		gone.forEach((one) => delete this.kept[one]);
	}
}

/**
 * The result of a sign-in, or an error if the client did not get through. scope narrows what the
 * client asks for.
 */
async function signIn(generation, service, browser, person, scope) {
	const wallet = new Wallet(generation.part, { access_token: 'kdo_ofNobody', token_type: 'Bearer', issuer: service.base });
	const first = generation.transport(service.mcp, { authProvider: wallet });
	const refused = await generation.connect(first).then(() => undefined, (error) => error);
	need(refused && wallet.sentTo, `a refusal that makes the client ask for leave, but: ${refused?.message ?? 'it connected'}`);
	need(wallet.kept.client?.client_id, 'a client id by registration');
	if (scope) {
		wallet.sentTo.searchParams.set('scope', scope);
	}
	const back = await allow(browser, wallet.sentTo, person, wallet.redirectUrl);
	const answer = back.searchParams;
	need(answer.get('code'), `a code, but: ${answer}`);
	need(answer.get('state') === wallet.kept.state, 'the state that was sent');
	need(answer.get('iss') === service.base, `iss ${service.base}, but: ${answer.get('iss')}`);
	await first.finishAuth(generation === generations[0] ? answer.get('code') : answer);
	need(wallet.kept.tokens.access_token.startsWith('kdo_') && wallet.kept.tokens.refresh_token, 'an access and a refresh token');
	return wallet;
}

/** Has the person end the access of all clients. */
async function endAccess(browser, service) {
	let page = await browser.open(service.base + '/account/connections');
	while (/name="id"/.test(page.html)) {
		await browser.send(page.form('id'), {});
		page = await browser.open(service.base + '/account/connections');
	}
}

const authOf = (generation) => (generation === generations[0] ? oldAuth : newAuth);

/** Signs in with each client, calls all tools, refreshes, and ends the access. */
export async function signedIn(findings, service, person, poster) {
	for (const generation of generations) {
		const mode = 'signed_in';
		const check = (name, run) => findings.try(generation.part, mode, name, run);
		const browser = new Browser();
		let wallet;
		if (!await check('discovery, registration, consent, code', async () => { wallet = await signIn(generation, service, browser, person); })) {
			continue;
		}
		const connect = () => generation.connect(generation.transport(service.mcp, { authProvider: wallet }));
		await check('connects with the token', async () => {
			const client = await connect();
			const found = await callAll(findings, generation.part, mode, client, { ai: true, poster });
			need(found.mode === 'signed_in' && found.tier === 'studio', `mode signed_in and tier studio, but: ${found.mode}, ${found.tier}`);
			await client.close();
		});
		await check('refreshes its token', async () => {
			const before = wallet.kept.tokens;
			const outcome = await authOf(generation)(wallet, { serverUrl: service.mcp });
			const after = wallet.kept.tokens;
			need(outcome === 'AUTHORIZED' && after.access_token !== before.access_token, `a new access token, but: ${outcome}`);
			need(after.refresh_token && after.refresh_token !== before.refresh_token, 'a new refresh token');
			await (await connect()).close();
		});
		await check('is refused when the person ends its access', async () => {
			await endAccess(browser, service);
			wallet.sentTo = undefined;
			const refused = await connect().then(() => undefined, (error) => error);
			need(refused && wallet.sentTo, `a refusal that makes the client ask for leave again, but: ${refused?.message ?? 'it connected'}`);
		});
		await check('asks for the scope that a tool needs', async () => {
			const narrow = await signIn(generation, service, browser, person, 'read');
			if (generation === generations[0]) {
				delete narrow.kept.tokens.refresh_token; // the older client renews its token instead of asking, where it can
			}
			const transport = generation.transport(service.mcp, { authProvider: narrow });
			const client = await generation.connect(transport);
			narrow.sentTo = undefined;
			const call = () => client.callTool({ name: 'ai_script_coverage', arguments: { text: screenplay } });
			const refused = await call().then(() => undefined, (error) => error);
			const scopes = narrow.sentTo?.searchParams.get('scope')?.split(' ') ?? [];
			need(refused && scopes.includes('read') && scopes.includes('ai'), `a client that asks for read and ai, but: ${scopes}; ${refused?.message}`);
			const back = await allow(browser, narrow.sentTo, person, narrow.redirectUrl);
			await transport.finishAuth(generation === generations[0] ? back.searchParams.get('code') : back.searchParams);
			const result = await call();
			need(result.isError === false, `coverage with the scope, but: ${result.content[0].text.slice(0, 300)}`);
			await client.close();
			await endAccess(browser, service);
		});
	}
}

/** Somebody opens an account on the page, which is Free, and connects a client. */
export async function free(findings, service) {
	const [generation] = generations;
	const person = { name: 'Mara', email: 'mara@example.com', password: 'the password of Mara' };
	await findings.try(generation.part, 'signed_in, Free', 'signs up, connects, has 25 requests a day', async () => {
		const browser = new Browser();
		const page = await browser.open(service.base + '/sign-up');
		await browser.send(page.form('password'), person);
		const wallet = await signIn(generation, service, browser, person);
		const client = await generation.connect(generation.transport(service.mcp, { authProvider: wallet }));
		const { tools } = await client.listTools();
		const status = payload(await client.callTool({ name: 'get_account_status', arguments: {} }), tools.find((t) => t.name === 'get_account_status'));
		need(status.mode === 'signed_in' && status.tier === 'free', `mode signed_in and tier free, but: ${status.mode}, ${status.tier}`);
		need(status.daily_limit === 25, `25 requests a day, but: ${status.daily_limit}`);
		payload(await client.callTool({ name: 'search_films', arguments: { limit: 1 } }), tools.find((t) => t.name === 'search_films'));
		await client.close();
	});
}
