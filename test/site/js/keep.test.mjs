import assert from 'node:assert/strict';
import test from 'node:test';

import { file, harmless, markup, quoted, stem, unpack } from '../../../internal/serve/site/web/js/keep.js';

const evil = '</style><script>alert(1)</script>"&';

test('a tree from the browser’s storage can neither run nor load anything', () => {
  for (const [name, value] of [['onclick', 'x()'], ['ONLOAD', 'x()'], ['style', 'a'], ['src', '//x'], ['srcdoc', 'x'], ['formaction', 'x'], ['xlink:href', 'x'], ['href', 'javascript:x()'], ['href', ' javascript:x()'], ['href', 'data:text/html,x']]) {
    assert.equal(harmless(name, value), false, `${name}=${value}`);
  }
  for (const [name, value] of [['href', '#scene-1'], ['href', 'https://example.org/a'], ['class', 'x'], ['id', 'x'], ['open', '']]) assert.equal(harmless(name, value), true, name);
  assert.equal(markup(['div', {}, [['script', {}, ['x()']], ['iframe', { src: '//x' }, []], ['a', { href: 'javascript:x()', onclick: 'x()' }, ['a']]]]), '<div><a>a</a></div>');
});

test('a title and a text are no markup of a file', () => {
  const made = file({ title: evil, tree: [['h1', { title: evil }, [evil]]] }, '@font-face { src: url(a.woff2) } p { color: red } </style>', 'https://kinodex.example/base/');
  assert.equal(made.match(/<\/style>/g).length, 1);
  assert.ok(!/<script|@font-face|url\(/.test(made), made);
  assert.match(made, /default-src 'none'/);
  assert.match(made, /href="https:\/\/kinodex\.example\/base\/"/);
});

test('a title is a string of a style sheet, and a name of a file', () => {
  assert.equal(quoted('A "b" 映'), '"A \\000022b\\000022 \\006620"');
  assert.equal(stem('../../etc/passwd'), 'etc-passwd-analysis');
  assert.equal(stem('映画'), 'screenplay-analysis');
});

test('data in columns are lists of objects again', () => {
  const text = '{"data":{"scenes":{"@":{"scene":[1,2,3],"number":[null,"2A",null],"who":[["iris"],[],["tomás","iris"]],"at":{"@":{"page":[1,1,2]}}}},"few":[{"a":1},{"a":2}],"none":[],"@ home":0}}';
  assert.equal(JSON.stringify(unpack(JSON.parse(text))), '{"data":{"scenes":[{"scene":1,"number":null,"who":["iris"],"at":{"page":1}},{"scene":2,"number":"2A","who":[],"at":{"page":1}},{"scene":3,"number":null,"who":["tomás","iris"],"at":{"page":2}}],"few":[{"a":1},{"a":2}],"none":[],"@ home":0}}');
});
