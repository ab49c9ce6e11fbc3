// What was found, held against what is expected.

/**
 * @typedef {object} Finding
 * @property {string} part   the part of the run, such as "suite 2025-11-25"
 * @property {string} group  the scenario, the mode or the like
 * @property {string} check
 * @property {'passed'|'failed'|'nothing'} outcome  nothing: it ran, and checked nothing
 * @property {string} [why]
 */

/**
 * @typedef {object} Expected  a line of expected-failures.json
 * @property {string|string[]} part
 * @property {string} group
 * @property {string} [check]  without it, the group as a whole
 * @property {string} reason
 */

export class Findings {
	/** @type {Finding[]} */
	all = [];

	add(part, group, check, outcome, why = '') {
		this.all.push({ part, group, check, outcome, why: String(why).replace(/\s+/g, ' ').slice(0, 600) });
	}

	/** Runs a check, which fails by throwing. */
	async try(part, group, check, run) {
		try {
			await run();
			this.add(part, group, check, 'passed');
			return true;
		} catch (error) {
			this.add(part, group, check, 'failed', error?.message ?? error);
			return false;
		}
	}
}

/** Always ours to keep, also where the rest of a scenario is expected to fail. */
const always = new Set(['wire-schema-valid']);

/**
 * Holds findings against what is expected. A check that failed and is not expected
 * to is a deviation; so is one that is expected to fail and did not, and one that is
 * expected to and never ran.
 */
export function compare(findings, expected) {
	const lines = expected.flatMap((e) => [e.part].flat().map((part) => ({ ...e, part, met: 0, ran: 0 })));
	const deviations = [];
	const counts = new Map();
	for (const f of findings) {
		const key = `${f.part}\t${f.group}`;
		const count = counts.get(key) ?? { part: f.part, group: f.group, passed: 0, expected: 0, nothing: 0, deviations: 0, unclaimed: false };
		counts.set(key, count);
		const line = lines.find((l) => l.part === f.part && l.group === f.group &&
			(l.check === f.check || (l.check === undefined && !always.has(f.check))));
		if (line) {
			line.ran++;
			line.met += f.outcome === 'failed';
			count.unclaimed ||= line.check === undefined;
		}
		if (f.outcome === 'passed') {
			count.passed++;
		} else if (f.outcome === 'nothing') {
			count.nothing++;
		} else if (line) {
			count.expected++;
		} else {
			count.deviations++;
			deviations.push(`${f.part} / ${f.group} / ${f.check}: ${f.why}`);
		}
	}
	for (const l of lines.filter((l) => !l.met)) {
		const what = [l.part, l.group, l.check].filter(Boolean).join(' / ');
		deviations.push(`${what}: expected to fail, but ${l.ran ? 'did not' : 'did not run'}; take the line away`);
		const count = counts.get(`${l.part}\t${l.group}`);
		if (count) {
			count.deviations++;
		}
	}
	return { rows: [...counts.values()], deviations };
}

/** A table of what was found, a line a group; groups that are not claimed are one line a part. */
export function table(rows) {
	const head = ['part', 'what', 'passed', 'nothing to check', 'expected failures', 'deviations'];
	const counted = ['passed', 'nothing', 'expected', 'deviations'];
	const sum = (part, group, of) => ({ part, group, ...Object.fromEntries(counted.map((k) => [k, of.reduce((n, r) => n + r[k], 0)])) });
	const told = [];
	for (const part of new Set(rows.map((r) => r.part))) {
		const ours = rows.filter((r) => r.part === part);
		const others = ours.filter((r) => r.unclaimed && !r.deviations);
		told.push(...ours.filter((r) => !others.includes(r)));
		if (others.length) {
			told.push(sum(part, `not claimed: ${others.length} scenarios`, others));
		}
	}
	const cells = [...told, sum('', 'in all', rows)].map((r) => [r.part, r.group, ...counted.map((k) => String(r[k]))]);
	const widths = head.map((h, i) => Math.max(h.length, ...cells.map((c) => c[i].length)));
	const line = (c) => c.map((v, i) => (i < 2 ? v.padEnd(widths[i]) : v.padStart(widths[i]))).join('  ').trimEnd();
	return [head, widths.map((w) => '-'.repeat(w)), ...cells].map(line).join('\n');
}
