// The addresses that a page's links and forms of method get lead to within the site,
// without fragments.
() => {
	const found = new Set();
	for (const e of document.querySelectorAll("a[href], area[href], link[rel~=alternate][href], form[action]")) {
		if (e.localName === "form" && e.method !== "get") continue;
		const at = new URL(e.getAttribute(e.localName === "form" ? "action" : "href"), document.baseURI);
		if (at.origin !== location.origin) continue;
		found.add(at.pathname + at.search);
	}
	return [...found];
}
