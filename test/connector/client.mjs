// The official clients call the seventeen tools, in each mode of authentication.

import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import { calls, need, refusals, toolNames } from './calls.mjs';

const me = { name: 'kinodex-connector-test', version: '1' };

/** The two generations of the official client, each with the revision it speaks. */
export const generations = [
	{
		part: 'client 1.32.2', revision: '2025-11-25',
		connect: (transport, options) => connect(new OldClient(me, options), transport),
		speaks: (client) => client.transport.protocolVersion,
		transport: (url, options) => new OldTransport(new URL(url), options),
	},
	{
		part: 'client 2.3.1', revision: '2026-07-28',
		connect: (transport, options) => connect(new NewClient(me, { ...options, versionNegotiation: { mode: { pin: '2026-07-28' } } }), transport),
		speaks: (client) => client.getNegotiatedProtocolVersion(),
		transport: (url, options) => new NewTransport(new URL(url), options),
	},
];

async function connect(client, transport) {
	await client.connect(transport);
	return client;
}

/** Has the newer client find out by itself what is spoken, or keep to the older era. */
export async function eras(findings, service) {
	for (const [mode, era] of [['auto', 'modern'], ['legacy', 'legacy']]) {
		await findings.try('client 2.3.1', 'eras', `${mode} speaks ${era}`, async () => {
			const client = await connect(new NewClient(me, { versionNegotiation: { mode } }), new NewTransport(new URL(service.mcp)));
			need(client.getProtocolEra() === era, `the era ${era}, but: ${client.getProtocolEra()}`);
			need((await client.listTools()).tools.length === 17, '17 tools');
			await client.close();
		});
	}
}

/** Has both generations ask for a forecast, with and without saying that they show views (MCP Apps). */
export async function views(findings, service, key) {
	const form = 'text/html;profile=mcp-app';
	const shows = { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [form] } } } };
	for (const { part, connect, transport } of generations) {
		for (const [mode, options, led] of [['views', shows, 2], ['no views', {}, 0]]) {
			await findings.try(part, 'views', mode, async () => {
				const client = await connect(transport(service.mcp, withKey(key)), options);
				const uris = (await client.listTools()).tools.map((t) => t._meta?.ui?.resourceUri).filter(Boolean);
				need(uris.length === led, `${led} tools that lead to a view, but: ${uris}`);
				const { _meta } = await client.callTool({ name: 'predict_project_outcome', arguments: { title: 'The Brass Key', genres: ['Crime'] } });
				need(Boolean(_meta?.['kinodex/view']?.includes('The Brass Key')) === led > 0, 'a view of the answer where it is shown');
				for (const uri of new Set(uris)) {
					const { contents: [document] } = await client.readResource({ uri });
					need(document.mimeType === form && document.text.startsWith('<!DOCTYPE html>'), `a document of ${form}`);
				}
				await client.close();
			});
		}
	}
}

/** Has a connected client use what there is beside tools. found is what its calls found. */
export async function beside(findings, part, mode, client, found) {
	const check = (name, run) => findings.try(part, mode, name, run);
	await check('resources', async () => {
		const templates = (await client.listResourceTemplates()).resourceTemplates.map((t) => t.uriTemplate);
		need(templates.length > 0, 'templates');
		const { resources } = await client.listResources();
		const uris = [`film://${found.film}`, `script://${found.script}`, `guide://writers/${found.style}`];
		need(resources.some((r) => r.uri === uris[2]), `${uris[2]} in the list`);
		for (const uri of uris) {
			const { contents } = await client.readResource({ uri });
			need(contents.length === 1 && contents[0].uri === uri && contents[0].text.length > 100, `the text of ${uri}`);
		}
		const error = await client.readResource({ uri: 'film://tt9999999999' }).then(() => undefined, (error) => error);
		need(error?.code === -32002 || error?.code === -32602, `an error for a film that is none, but: ${error?.message ?? 'a result'}`);
	});
	await check('prompts', async () => {
		const { prompts } = await client.listPrompts();
		need(prompts.length > 0, 'prompts');
		for (const { name, arguments: takes = [] } of prompts) {
			const given = Object.fromEntries(takes.filter((a) => a.required).map((a) => [a.name, found.title]));
			const { messages } = await client.getPrompt({ name, arguments: given });
			need(messages.length > 0 && messages.every((m) => m.content.text), `the text of ${name}`);
		}
	});
	await check('completion', async () => {
		const { completion } = await client.complete({
			ref: { type: 'ref/resource', uri: 'guide://{discipline}/{slug}' }, argument: { name: 'discipline', value: 'w' },
		});
		need(completion.values.includes('writers'), `writers, but: ${completion.values}`);
	});
}

/** Options with which a client shows a key. */
export const withKey = (key) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

/**
 * Has a connected client list the tools and call each. ai says whether the caller
 * may use the writers' room. It gives what was found.
 */
export async function callAll(findings, part, mode, client, { ai, poster }) {
	const check = (name, run) => findings.try(part, mode, name, run);
	let tools = [];
	await check('tools/list', async () => {
		const listed = await client.listTools();
		need(listed.nextCursor === undefined, 'all of them at once');
		tools = listed.tools;
		const names = tools.map((t) => t.name).sort().join();
		need(names === toolNames.join(), `the seventeen tools, but: ${names}`);
	});
	const found = { poster };
	for (const call of calls) {
		const tool = tools.find((t) => t.name === call.tool);
		await check(call.tool, async () => {
			const result = await client.callTool({ name: call.tool, arguments: call.arguments(found) });
			if (call.denied && !ai) {
				return denial(result, call.denied);
			}
			call.reads(payload(result, tool, part.endsWith('2.3.1')), found);
		});
	}
	for (const call of refusals) {
		await check(`${call.tool} ${JSON.stringify(call.arguments)}`, async () =>
			denial(await client.callTool({ name: call.tool, arguments: call.arguments }), call.code, call.field));
	}
	await check('a tool that is none', async () => {
		const error = await client.callTool({ name: 'no_such_tool', arguments: {} }).then(() => undefined, (error) => error);
		need(error?.code === -32602, `the error -32602, but: ${error?.message ?? 'a result'}`);
	});
	return found;
}

/** The schemas say that they are of 2020-12, and are held to it strictly. */
function validator(schema) {
	need(schema.$schema === undefined || schema.$schema === 'https://json-schema.org/draft/2020-12/schema', 'the dialect 2020-12');
	const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true });
	addFormats(ajv);
	return ajv.compile(schema);
}

/** The tools whose answer stands as text in every revision. */
const cited = ['search', 'fetch'];

/**
 * The payload of a result that has to be a success, held against the tool's schema. once says whether
 * the revision has it stand once, beside a line of text.
 */
export function payload(result, tool, once) {
	need(Array.isArray(result.content) && result.content.length === 1 && result.content[0].type === 'text', 'one text');
	need(result.isError === false, `isError false: ${result.content[0].text.slice(0, 300)}`);
	const said = JSON.parse(result.content[0].text);
	const text = result.structuredContent;
	if (once && !cited.includes(tool?.name)) {
		need(Object.keys(said).join() === 'summary' && said.summary.length > 0 && said.summary.length < 600, `one line, but: ${result.content[0].text.slice(0, 300)}`);
	} else {
		need(JSON.stringify(said) === JSON.stringify(text), 'structuredContent that is what the text says');
	}
	need(tool?.outputSchema, 'an output schema');
	const valid = validator(tool.outputSchema);
	need(valid(text), `what the output schema says: ${JSON.stringify(valid.errors)?.slice(0, 400)}`);
	const strangers = Object.keys(text).filter((key) => !(key in tool.outputSchema.properties) && key !== 'truncated' && key !== 'rest');
	need(strangers.length === 0, `an output schema that has ${strangers}`);
	validator(tool.inputSchema);
	return text;
}

/** A result that has to be a denial with a code, and name a field if given. */
export function denial(result, code, field) {
	need(result.isError === true, 'isError true');
	need(result.structuredContent === undefined, 'no structuredContent');
	const told = JSON.parse(result.content[0].text);
	need(told.code === code, `${code}, but: ${result.content[0].text.slice(0, 300)}`);
	need(typeof told.message === 'string' && typeof told.retryable === 'boolean', 'a message, and whether to try again');
	need(field === undefined || told.field === field, `the field ${field}, but: ${told.field}`);
	return told;
}
