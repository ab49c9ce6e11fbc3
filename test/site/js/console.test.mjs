import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';

import { address, curl, read, readable } from '../../../internal/serve/site/web/js/console.js';

const hostile = ['a/b?c=d&e#f', '%2e%2e/%00', "'; echo out; '", '$(id)`id`', '"\\\n', '{id}', 'Amélie 映画 😀', '[1-9]', '<script>alert(1)</script>', '@/etc/passwd', '!!', '+ ,:;'];

// REQ F2-103: whatever is typed is a value, and no other part of an address.
test('a value is encoded into an address', () => {
  for (const value of hostile) {
    const made = new URL(address('/api/v2/films/{id}/x', [{ place: 'path', name: 'id', value }, { place: 'query', name: 'q', value }, { place: 'header', name: 'X-API-Key', value: 'kdx_live_secret' }]), 'https://kinodex.example');
    assert.equal(made.host, 'kinodex.example');
    const parts = made.pathname.split('/');
    assert.equal(parts.length, 6, made.href);
    assert.equal(decodeURIComponent(parts[4]), value);
    assert.deepEqual([...made.searchParams], [['q', value]]);
    assert.equal(made.hash, '');
    assert.ok(!made.href.includes('secret'));
  }
});

test('a path is not left by dots, and empty values are left out', () => {
  for (const value of ['.', '..']) assert.throws(() => address('/api/v2/films/{id}', [{ place: 'path', name: 'id', value }]), /id: .*Type another value/);
  assert.equal(address('/a', [{ place: 'query', name: 'q', value: '' }]), '/a');
  assert.equal(address('/a', [{ place: 'query', name: 'sort', value: 'year:desc,title:asc' }]), '/a?sort=year:desc,title:asc');
});

// words returns what a shell gives to curl.
const words = (command) => execFileSync('bash', ['-c', `curl() { printf '%s\\0' "$@"; }; KINODEX_KEY=from-outside; ${command}`]).toString().split('\0').slice(0, -1);

// REQ F2-103: what is copied does in a shell what the console does.
test('no value leaves its place in the command', () => {
  for (const value of hostile) {
    const url = `https://kinodex.example${address('/films/{id}', [{ place: 'path', name: 'id', value }])}`;
    assert.deepEqual(words(curl({ method: 'PATCH', url, headers: [['X-API-Key', value]], body: value, files: [] })),
      ['-sS', '--fail-with-body', '-X', 'PATCH', '-H', `X-API-Key: ${value}`, '--data-raw', value, url]);
    assert.deepEqual(words(curl({ method: 'POST', url, headers: [], body: '', files: [['file', { name: value }]] })),
      ['-sS', '--fail-with-body', '-F', `file=@"${value.replace(/["\\]/g, '\\$&')}"`, url]);
  }
  assert.deepEqual(words(curl({ method: 'GET', url: 'http://a/', headers: [], files: [] }, true)), ['-sS', '--fail-with-body', '-H', 'X-API-Key: from-outside', 'http://a/']);
  assert.deepEqual(words(curl({ method: 'POST', url: 'http://a/', headers: [], files: [] })), ['-sS', '--fail-with-body', '-X', 'POST', 'http://a/']);
});

// REQ F2-103: a stream without an end is read as far as its first lines, and an answer without an end
// as far as its bound.
test('reading ends', async () => {
  let cancelled = false;
  const endless = (chunk) => new ReadableStream({ pull: (c) => c.enqueue(chunk), cancel: () => { cancelled = true; } });
  const lines = await read(endless(new TextEncoder().encode('{"title":"x"}\n')), 20);
  assert.equal(lines.whole, false);
  assert.ok(cancelled);
  assert.equal((await lines.blob.text()).split('\n').length, 21);
  const bytes = await read(endless(new Uint8Array(4e6)), Infinity);
  assert.deepEqual([bytes.whole, bytes.blob.size], [false, 32e6]);
  const all = await read(new Response('["a"]').body, Infinity);
  assert.deepEqual([all.whole, await all.blob.text()], [true, '["a"]']);
  assert.deepEqual(await read(null, Infinity).then((r) => [r.whole, r.blob.size]), [true, 0]);
});

test('an answer is shown for reading, and its beginning alone where it is long', () => {
  assert.deepEqual(readable('{"a":[1,null]}', 'application/json; charset=utf-8', Infinity), { text: '{\n  "a": [\n    1,\n    null\n  ]\n}', cut: false });
  assert.deepEqual(readable('{"a":', 'application/json', Infinity), { text: '{"a":', cut: false });
  assert.deepEqual(readable('<b>', 'text/html', Infinity), { text: '<b>', cut: false });
  assert.equal(readable('{}\n'.repeat(50), 'application/x-ndjson', 20).text.split('\n').length, 20);
  const long = readable(JSON.stringify('x'.repeat(2e6)), 'application/json', Infinity);
  assert.deepEqual([long.text.length, long.cut], [300_000, true]);
});
