// The same tools over standard input and output, as the program speaks when a client
// starts it.

import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';

import { need } from './calls.mjs';
import { callAll, generations } from './client.mjs';
import { environment } from './service.mjs';

const transports = [OldTransport, NewTransport];

/** Lets each client start the program with a key and without, and call all tools. */
export async function stdio(findings, kinodex, service, key, poster) {
	for (const [i, generation] of generations.entries()) {
		const part = 'stdio, ' + generation.part;
		const ledger = `sqlite:${kinodex.dir}/stdio-${i}.db`; // where nothing was spent yet without a key
		for (const [mode, at, shown, told] of [['keyless', ledger, {}, 'sandbox'], ['api_key', service.ledger, { KINODEX_KEY: key }, 'api_key']]) {
			await findings.try(part, mode, 'connects', async () => {
				const client = await generation.connect(new transports[i]({
					command: kinodex.program, args: ['mcp', '--data', kinodex.data, '--ledger', at],
					env: { ...environment(), ...shown }, stderr: 'ignore',
				}));
				const found = await callAll(findings, part, mode, client, { ai: mode === 'api_key', poster });
				need(found.mode === told, `the mode ${told}, but: ${found.mode}`);
				await client.close();
			});
		}
	}
}
