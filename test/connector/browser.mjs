// A browser as far as the sign-in needs one: it keeps cookies, follows redirects,
// and reads and sends forms. It runs no scripts, and the pages have none.

const mostRedirects = 10;

/** A page that was loaded. */
class Page {
	constructor(url, status, html) {
		Object.assign(this, { url, status, html });
	}

	/** The heading, for messages. */
	get title() {
		return text(this.html.match(/<h1[^>]*>(.*?)<\/h1>/s)?.[1] ?? '');
	}

	/** What the page says is wrong; empty when nothing is. */
	get problem() {
		return text(this.html.match(/<p[^>]*role="alert"[^>]*>(.*?)<\/p>/s)?.[1] ?? '');
	}

	/** The form that has a field or button of this name, or fails. */
	form(having) {
		for (const [, tag, inner] of this.html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
			const fields = [...inner.matchAll(/<(?:input|button)\b([^>]*)>/g)].map(([, of]) => attributes(of));
			if (fields.some((f) => f.name === having)) {
				const { action, method } = attributes(tag);
				return { action: new URL(action ?? '', this.url), method: (method ?? 'get').toUpperCase(), fields };
			}
		}
		throw new Error(`the page "${this.title}" (${this.status}) has no form with ${having}: ${this.problem}`);
	}
}

function attributes(tag) {
	const found = {};
	for (const [, name, value] of tag.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
		found[name] = value === undefined ? '' : decode(value);
	}
	return found;
}

const text = (html) => decode(html.replace(/<[^>]*>/g, '')).trim();

function decode(s) {
	const named = { amp: '&', lt: '<', gt: '>', quot: '"' };
	return s.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, dec, name) =>
		hex ? String.fromCodePoint(parseInt(hex, 16)) : dec ? String.fromCodePoint(Number(dec)) : (named[name] ?? whole));
}

export class Browser {
	#cookies = new Map();

	/** Loads a page. It stops, without asking there, at a redirect to stopAt, and gives that address. */
	async open(address, { stopAt, ...request } = {}) {
		let url = new URL(address);
		for (let i = 0; i < mostRedirects; i++) {
			const response = await fetch(url, { ...request, redirect: 'manual', headers: this.#headers(url, request) });
			this.#keep(url, response.headers);
			const location = response.headers.get('location');
			if (!location || response.status < 300 || response.status > 399) {
				return new Page(url, response.status, await response.text());
			}
			await response.body?.cancel();
			const from = url;
			url = new URL(location, from);
			if (stopAt && url.href.startsWith(stopAt)) {
				return url;
			}
			request = {}; // what was posted is not posted again
		}
		throw new Error(`more than ${mostRedirects} redirects, the last to ${url}`);
	}

	/** Fills a form in and sends it. Of checkboxes those that are checked go along, unless values says otherwise. */
	async send(form, values, options = {}) {
		const filled = new URLSearchParams();
		for (const { name, type, value = '', ...rest } of form.fields) {
			if (!name || type === 'submit' || (type === 'checkbox' && !('checked' in rest)) || name in values) {
				continue;
			}
			filled.append(name, value);
		}
		for (const [name, value] of Object.entries(values)) {
			for (const one of [value].flat()) {
				filled.append(name, one);
			}
		}
		return this.open(form.action, { ...options, method: form.method, body: filled });
	}

	/** The header Cookie, and what a browser says when it sends a form. */
	#headers(url, { method }) {
		const headers = { Accept: 'text/html' };
		const ours = this.#cookies.get(url.host);
		if (ours?.size) {
			headers.Cookie = [...ours].map(([name, value]) => `${name}=${value}`).join('; ');
		}
		if (method === 'POST') {
			headers.Origin = url.origin;
		}
		return headers;
	}

	#keep(url, headers) {
		const ours = this.#cookies.get(url.host) ?? new Map();
		this.#cookies.set(url.host, ours);
		for (const line of headers.getSetCookie()) {
			const [, name, value] = line.match(/^([^=]+)=([^;]*)/);
			if (/;\s*max-age=(0|-\d+)/i.test(line)) {
				ours.delete(name);
			} else {
				ours.set(name, value);
			}
		}
	}
}

/**
 * Does what a person does at the address a client sends them to: signs in unless
 * they are, allows everything that is asked for, and gives the address they are
 * sent back to. What goes wrong is told as the page tells it.
 */
export async function allow(browser, address, { email, password }, stopAt) {
	let page = await browser.open(address, { stopAt });
	if (page instanceof URL) {
		return page; // a refusal, told to the client
	}
	if (/name="password"/.test(page.html)) {
		page = await browser.send(page.form('password'), { email, password }, { stopAt });
	}
	const back = await browser.send(page.form('decision'), { decision: 'allow' }, { stopAt });
	if (stopAt && !(back instanceof URL)) {
		throw new Error(`no way back to the client but the page "${back.title}" (${back.status}): ${back.problem}`);
	}
	return back;
}
