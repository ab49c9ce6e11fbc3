import assert from 'node:assert/strict';
import test from 'node:test';

import { arranged, csv, number, plan } from '../../../internal/serve/site/web/js/slate.js';
import { csv as saved, plain } from '../../../internal/serve/site/web/js/analyze.js';

const feature = { name: 'int_ratio', label: 'Share of interior scenes', unit: 'share', decimals: 3 };
const read = (name, warnings, High, int_ratio, title = null) => ({ id: name, name, row: { title, class: 'Mid', trust: 'hint', warnings, votes: { High, Mid: 1, Low: 1 }, pages: High, features: { int_ratio }, percentiles: { int_ratio: 50 } } });
const slate = [read('b.pdf', [], 300, 0.2, 'Alpha'), read('a.pdf', ['short'], 100, 0.9), { id: 'c', name: 'c.pdf', error: 'a scan', note: 'ask again' }];
const names = (order, group = '', words = '') => arranged(slate, { order, group, words }).map((e) => e.name);

test('what reading costs is said before it begins', () => {
  assert.equal(plan(0, 5), 'Nothing new to read.');
  assert.match(plan(3, 10), /costs 3 of the 10 requests/);
  assert.match(plan(3, 2), /stops after 2/);
  assert.match(plan(1, null), /costs 1 request; your plan has no limit/);
});

test('warnings come first, and every other order has what failed at its end', () => {
  assert.deepEqual(names('warnings'), ['c.pdf', 'a.pdf', 'b.pdf']);
  assert.deepEqual(names('high'), ['b.pdf', 'a.pdf', 'c.pdf']);
  assert.deepEqual(names('int_ratio'), ['a.pdf', 'b.pdf', 'c.pdf']);
  assert.deepEqual(names('title'), ['a.pdf', 'b.pdf', 'c.pdf']);
});

test('a slate is narrowed by class and by words of titles and notes', () => {
  assert.deepEqual(names('title', 'failed'), ['c.pdf']);
  assert.deepEqual(names('title', 'High'), []);
  assert.deepEqual(names('title', '', ' AGAIN '), ['c.pdf']);
  assert.deepEqual(names('title', '', 'alpha'), ['b.pdf']);
});

test('a file has no formula and no broken field', () => {
  const [head, first] = csv([{ name: '=1+1.pdf', error: 'a "bad", file\nhere' }], [feature]).split('\r\n');
  assert.match(head, /^file,title,.*int_ratio,int_ratio_percentile$/);
  assert.match(first, /^'=1\+1\.pdf,.*"a ""bad"", file\nhere",,,$/s);
  assert.equal(saved([['=x', '-12.5', '-cmd', 'a,b']]), `'=x,-12.5,'-cmd,"a,b"\r\n`);
});

test('numbers are written as pages write them, and plainly in files', () => {
  assert.equal(number(0.1234, feature), '12.3%');
  assert.equal(number(-0.05, { unit: 'score', decimals: 3 }), '−0.050 score');
  assert.equal(plain(' 1,234 ', true), '1234');
  assert.equal(plain('−0.5', true), '-0.5');
  assert.equal(plain('unknown', false), '');
});
