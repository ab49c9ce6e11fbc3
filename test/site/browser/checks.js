// What a page must hold whatever it shows. The value is a list of sentences, one a
// fault; empty for a sound page. With `narrow` set, how it fits its window is asked
// as well.
(narrow) => {
	const faults = [];
	const fault = (text) => { if (faults.length < 40) faults.push(text); };
	const brief = (text) => text.replace(/\s+/g, " ").trim().slice(0, 80);
	const name = (e) => {
		const classes = typeof e.className === "string" ? e.className : e.className?.baseVal ?? "";
		return e.localName + (e.id ? "#" + e.id : "") + (classes ? "." + classes.trim().split(/\s+/).join(".") : "");
	};
	const shown = (e) => e.checkVisibility({ visibilityProperty: true });

	// The document.
	if (!document.documentElement.lang) fault("no lang on <html>");
	if (!document.title.trim()) fault("no title");
	if (document.querySelectorAll("main").length !== 1) fault("not one <main>");
	const headings = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].filter(shown);
	if (headings.filter((h) => h.localName === "h1").length !== 1) fault("not one <h1>");
	let before = 0;
	for (const h of headings) {
		const level = Number(h.localName[1]);
		if (level > before + 1) fault(`heading "${brief(h.textContent)}" is of level ${level} after level ${before}`);
		if (!h.textContent.trim()) fault(`an empty ${h.localName}`);
		before = level;
	}
	const ids = new Map();
	for (const e of document.querySelectorAll("[id]")) ids.set(e.id, (ids.get(e.id) ?? 0) + 1);
	for (const [id, n] of ids) if (n > 1) fault(`id "${id}" stands ${n} times`);
	for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for", "list", "headers"]) {
		for (const e of document.querySelectorAll(`[${attribute}]`)) {
			for (const id of e.getAttribute(attribute).split(/\s+/).filter(Boolean)) {
				if (!ids.has(id)) fault(`${name(e)} refers by ${attribute} to "${id}", which is not there`);
			}
		}
	}

	// Links.
	for (const a of document.querySelectorAll("a")) {
		const to = a.getAttribute("href");
		if (to === null) { if (!a.id && !a.hasAttribute("name")) fault(`a link without href: "${brief(a.textContent)}"`); continue; }
		if (to === "" || to === "#" || /^javascript:/i.test(to)) fault(`a link to nowhere (${to}): "${brief(a.textContent)}"`);
		const at = new URL(to, document.baseURI);
		if (at.hash.length > 1 && at.pathname === location.pathname && at.search === location.search
			&& !document.getElementById(decodeURIComponent(at.hash.slice(1)))) fault(`a link to ${at.hash}, which is not there`);
	}
	for (const f of document.forms) {
		if (!["get", "post", "dialog"].includes(f.method)) fault(`a form with method ${f.method}`);
		if (f.method === "get" && f.querySelector("input[type=password],input[type=file]")) fault("a form that puts a secret or a file into an address");
	}

	// Values that were not meant to be seen. Code is quoted as it is.
	const leak = /\bNaN\b|<nil>|\bundefined\b|\[object \w+\]|%!\w?\(|[-+]Inf\b|[-+]Infinity\b|\bInfinity (?:min|years?|USD|films?|votes|%)|0001-01-01|1970-01-01T|\bfunc\(/;
	const quoted = "code, pre, samp, kbd, script, style, template, textarea, [data-quoted]";
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		const text = n.data.trim();
		if (!text || n.parentElement.closest(quoted)) continue;
		if (leak.test(text) || text === "null" || text === "nil" || /\bnull (min|years?|USD|films?)\b/.test(text))
			fault(`shows "${brief(text)}" in ${name(n.parentElement)}`);
	}
	const spoken = ["title", "aria-label", "alt", "placeholder", "value", "href", "action", "datetime", "content"];
	const drawn = ["d", "points", "transform", "x", "y", "width", "height", "cx", "cy", "r", "x1", "x2", "y1", "y2", "viewBox"];
	for (const e of document.querySelectorAll("*")) {
		if (e.closest(quoted)) continue;
		for (const a of spoken) {
			const v = e.getAttribute(a);
			if (v && leak.test(v)) fault(`${name(e)} has ${a}="${brief(v)}"`);
		}
		if (e instanceof SVGElement) for (const a of drawn) {
			const v = e.getAttribute(a);
			if (v && /NaN|Inf|null|undefined/.test(v)) fault(`${name(e)} is drawn with ${a}="${brief(v)}"`);
		}
	}

	// Tables and pictures.
	for (const t of document.querySelectorAll("table")) {
		const what = brief(t.caption?.textContent ?? "");
		if (!what && !t.hasAttribute("aria-labelledby") && !t.hasAttribute("aria-label")) fault(`a table without caption (${name(t)})`);
		for (const th of t.querySelectorAll("th")) if (!th.hasAttribute("scope") && !th.id) { fault(`th without scope in the table "${what}"`); break; }
		if (!t.querySelector("th")) fault(`the table "${what}" has no th`);
		for (const row of t.rows) if (row.cells.length === 0) { fault(`the table "${what}" has an empty row`); break; }
	}
	for (const s of document.querySelectorAll("svg")) {
		if (s.closest("[aria-hidden=true]") || s.parentElement.closest("svg")) continue;
		if (!s.querySelector("title") && !s.hasAttribute("aria-label") && !s.hasAttribute("aria-labelledby")) fault(`a picture without title (${name(s)})`);
	}
	for (const i of document.images) {
		if (!i.hasAttribute("alt")) fault(`an image without alt: ${i.currentSrc.slice(0, 80)}`);
		if (i.complete && i.naturalWidth === 0 && i.loading !== "lazy") fault(`an image that shows nothing: ${i.currentSrc.slice(0, 80)}`);
	}

	// The keyboard: whatever it reaches shows that it is there.
	if (!narrow) {
		const reached = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
			.filter((e) => e.tabIndex >= 0 && !e.disabled && shown(e));
		for (const e of reached) if (e.tabIndex > 0) fault(`${name(e)} is out of order by tabindex ${e.tabIndex}`);
		const dress = (e) => { const c = getComputedStyle(e); return [c.outlineStyle, c.outlineWidth, c.boxShadow, c.backgroundColor, c.borderColor, c.textDecoration, c.stroke, c.strokeWidth].join("|"); };
		const dressed = (e) => [e, ...[...e.querySelectorAll("*")].slice(0, 8)].map(dress).join(";");
		const was = document.activeElement, [x, y] = [scrollX, scrollY];
		const unmarked = new Set();
		for (const e of reached.slice(0, 150)) {
			e.blur();
			const plain = dressed(e);
			e.focus({ focusVisible: true, preventScroll: true });
			if (document.activeElement === e && dressed(e) === plain && !e.matches(":focus-within:has(:focus)")) unmarked.add(name(e));
			e.blur();
		}
		for (const n of unmarked) fault(`the focus on ${n} cannot be seen`);
		was?.focus?.({ preventScroll: true });
		scrollTo(x, y);
	}

	// Targets that are not words in a text: 24 px is the least that a finger or a shaking hand hits.
	if (narrow) {
		const small = new Set();
		for (const e of document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")) {
			if (e instanceof SVGElement || !shown(e) || getComputedStyle(e).display === "inline" || e.closest(".skip, .hidden")) continue;
			const { width, height } = e.getBoundingClientRect();
			if (Math.min(width, height) < 23.5) small.add(`${name(e)} (${Math.round(width)} x ${Math.round(height)})`);
		}
		if (small.size) fault(`targets of less than 24 px: ${[...small].slice(0, 12).join(", ")}`);
	}

	// The window. What scrolls in a box of its own may be wider.
	if (narrow) {
		const wide = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth > wide) {
			const out = [...document.body.querySelectorAll("*")].filter((e) => {
				const box = e.getBoundingClientRect();
				if (box.right <= wide + 1 || box.width === 0) return false;
				for (let p = e.parentElement; p && p !== document.body; p = p.parentElement)
					if (getComputedStyle(p).overflowX !== "visible") return false;
				return true;
			});
			const outermost = out.filter((e) => !out.includes(e.parentElement)).slice(0, 3);
			fault(`is ${document.documentElement.scrollWidth} px wide in ${wide} px: ${outermost.map(name).join(", ")}`);
		}
		for (const t of document.querySelectorAll("table.stacks")) { // also in what is closed
			const closed = [];
			for (let d = t.closest("details"); d; d = d.parentElement.closest("details")) if (!d.open) closed.push(d);
			for (const d of closed) d.open = true;
			if (t.parentElement.scrollWidth > t.parentElement.clientWidth + 1) fault(`the table "${brief(t.caption.textContent)}" is to stack, and is too wide`);
			for (const d of closed) d.open = false;
		}
		for (const e of document.querySelectorAll("p, li, dd, dt, td, th, h1, h2, h3, label, button")) {
			if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).overflowX === "hidden"
				&& getComputedStyle(e).textOverflow === "clip" && shown(e) && e.clientWidth > 1) fault(`text is cut off in ${name(e)}: "${brief(e.textContent)}"`);
		}
	}
	return faults;
}
