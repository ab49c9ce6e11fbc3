import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { compare, Findings, table } from './findings.mjs';

function found(...all) {
	const f = new Findings();
	for (const one of all) {
		f.add(...one);
	}
	return f.all;
}

test('a failure that nobody expects is a deviation', () => {
	const { deviations, rows } = compare(found(['suite', 'ping', 'ping', 'failed', 'no answer']), []);
	assert.deepEqual(deviations, ['suite / ping / ping: no answer']);
	assert.equal(rows[0].deviations, 1);
});

test('a failure that is expected is none', () => {
	const expected = [{ part: ['suite', 'other'], group: 'ping', check: 'ping', reason: '' }];
	const all = found(['suite', 'ping', 'ping', 'failed'], ['other', 'ping', 'ping', 'failed'], ['suite', 'ping', 'id', 'passed']);
	const { deviations, rows } = compare(all, expected);
	assert.deepEqual(deviations, []);
	assert.deepEqual(rows.map((r) => [r.part, r.passed, r.expected]), [['suite', 1, 1], ['other', 0, 1]]);
});

test('an expected failure that passes is a deviation', () => {
	const { deviations } = compare(found(['suite', 'ping', 'ping', 'passed']), [{ part: 'suite', group: 'ping', reason: '' }]);
	assert.match(deviations[0], /suite \/ ping: expected to fail, but did not;/);
});

test('an expected failure that never ran is a deviation', () => {
	const { deviations } = compare([], [{ part: 'suite', group: 'gone', reason: '' }]);
	assert.match(deviations[0], /suite \/ gone: expected to fail, but did not run/);
});

test('messages must be valid even where a scenario is expected to fail', () => {
	const all = found(['suite', 'ping', 'ping', 'failed'], ['suite', 'ping', 'wire-schema-valid', 'failed', 'no id']);
	const { deviations } = compare(all, [{ part: 'suite', group: 'ping', reason: '' }]);
	assert.deepEqual(deviations, ['suite / ping / wire-schema-valid: no id']);
});

test('the table sums up', () => {
	const { rows } = compare(found(['a', 'x', '1', 'passed'], ['b', 'y', '1', 'failed'], ['b', 'y', '2', 'nothing']), []);
	assert.match(table(rows), /in all +1 +1 +0 +1$/);
});

test('scenarios that are not claimed are one line', () => {
	const all = found(['a', 'x', '1', 'failed'], ['a', 'y', '1', 'failed'], ['a', 'z', '1', 'passed']);
	const { rows } = compare(all, ['x', 'y'].map((group) => ({ part: 'a', group, reason: '' })));
	const lines = table(rows).split('\n').slice(2);
	assert.deepEqual(lines.map((l) => l.trim().replace(/ {2,}/g, '|')), ['a|z|1|0|0|0', 'a|not claimed: 2 scenarios|0|0|2|0', 'in all|1|0|2|0']);
});

test('docs/conformance.md tells every expected failure with its reason', () => {
	const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
	const told = read('../../docs/conformance.md');
	for (const { part, group, check, reason } of JSON.parse(read('expected-failures.json'))) {
		const revisions = [part].flat().map((p) => p.replace('suite ', '')).join(', ');
		const row = `| ${check ? `${group}: ${check}` : group} | ${revisions} | ${reason} |`;
		assert.ok(told.includes(row), `missing: ${row}`);
	}
});
