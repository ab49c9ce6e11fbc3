// The service under test: a process of the program, on a free port of this machine,
// with a ledger of its own.

import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The program and the directory that all its processes share: one library, installed once. */
export class Kinodex {
	#running = new Set();

	constructor(program, dir) {
		Object.assign(this, { program, dir, data: join(dir, 'data') });
	}

	/** Runs a command to its end and gives what it prints as JSON, if asked. */
	async run(args, { input = '', json = false } = {}) {
		const out = await new Promise((done, fail) => {
			const child = execFile(this.program, args, { env: environment(), maxBuffer: 1 << 24 }, (error, stdout, stderr) =>
				error ? fail(new Error(`kinodex ${args.slice(0, 2).join(' ')}: ${stderr || error.message}`)) : done(stdout));
			this.#running.add(child);
			child.once('exit', () => this.#running.delete(child));
			child.stdin.end(input);
		});
		return json ? JSON.parse(out) : out;
	}

	/** Serves with a ledger by this name and more arguments, and waits until it answers. */
	async serve(name, ...more) {
		const port = await freePort();
		const ledger = `sqlite:${join(this.dir, name + '.db')}`;
		const log = join(this.dir, name + '.log');
		const to = openSync(log, 'a');
		const child = spawn(this.program,
			['serve', '--addr', `127.0.0.1:${port}`, '--data', this.data, '--ledger', ledger, '--no-snapshots', '--sign-up', 'open', ...more],
			{ env: environment(), stdio: ['ignore', 'ignore', to] });
		closeSync(to);
		this.#running.add(child);
		const service = new Service(this, ledger, `http://127.0.0.1:${port}`);
		await service.ready(() => {
			if (child.exitCode !== null || child.signalCode !== null) {
				throw new Error(`kinodex serve ended:\n${readFileSync(log, 'utf8').slice(-2000)}`);
			}
		});
		return service;
	}

	/** Ends all that runs. */
	async stop() {
		await Promise.all([...this.#running].map((child) => new Promise((done) => {
			if (child.exitCode !== null || child.signalCode !== null) {
				return done();
			}
			child.once('exit', done);
			child.kill();
		})));
	}
}

class Service {
	constructor(kinodex, ledger, base) {
		Object.assign(this, { kinodex, ledger, base, mcp: base + '/mcp' });
	}

	/** Waits until the service answers. The first of all installs the starter library. */
	async ready(alive) {
		for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
			alive();
			try {
				if ((await fetch(this.base + '/healthz', { signal: AbortSignal.timeout(2000) })).ok) {
					return;
				}
			} catch {
				// it does not listen yet
			}
		}
		throw new Error('kinodex serve did not answer within two minutes');
	}

	/** Makes an API key of an account of its own. */
	async key(tier, ...more) {
		const made = await this.kinodex.run(
			['key', 'create', '--data', this.kinodex.data, '--ledger', this.ledger, '--tier', tier, '--name', tier, '--json', ...more], { json: true });
		return made.key;
	}

	/** Makes an account that somebody signs in to. */
	async account(tier, name = tier) {
		const who = { email: `${name}@example.com`, password: `the password of ${name}` };
		await this.kinodex.run(['account', 'create', '--data', this.kinodex.data, '--ledger', this.ledger, '--tier', tier,
			'--name', tier, '--email', who.email, '--password-stdin', '--json'], { input: who.password + '\n' });
		return who;
	}
}

/** The environment without what would change how the program serves. */
export function environment() {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(KINODEX_|AWS_)/.test(name)));
}

/** A port of this machine that nobody listens at. */
export function freePort() {
	return new Promise((done, fail) => {
		const server = createServer().once('error', fail);
		server.listen(0, '127.0.0.1', () => {
			const { port } = server.address();
			server.close(() => done(port));
		});
	});
}
