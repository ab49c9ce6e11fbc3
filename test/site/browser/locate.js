// The first element that people would call by a name: a control of the given kind
// that is shown and whose name holds the text, letter case aside. An exact name comes
// before a longer one. null when there is none.
//
// Kinds: "press" for links, buttons and summaries; "field" for what is filled in;
// "file" for fields of files, which may be hidden behind a drop zone.
(kind, text) => {
	const selectors = {
		press: "a[href], button, summary, input[type=submit], input[type=button], [role=button], [role=tab]",
		field: "input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=file]), select, textarea",
		file: "input[type=file]",
	};
	const flat = (s) => (s ?? "").replace(/\s+/g, " ").trim().toLowerCase();
	const wanted = flat(text);
	const byId = (ids) => ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent).join(" ");
	const named = (e) => {
		if (e.hasAttribute("aria-labelledby")) return byId(e.getAttribute("aria-labelledby"));
		if (e.hasAttribute("aria-label")) return e.getAttribute("aria-label");
		if (e.labels?.length) return [...e.labels].map((l) => l.textContent).join(" ");
		return e.localName === "input" && kind === "press" ? e.value : e.textContent || e.title;
	};
	const shown = (e) => kind === "file" || e.checkVisibility({ visibilityProperty: true });
	const all = [...document.querySelectorAll(selectors[kind])].filter(shown).filter((e) => !e.disabled);
	const inMain = all.filter((e) => e.closest("main, dialog")).concat(all.filter((e) => !e.closest("main, dialog")));
	return inMain.find((e) => flat(named(e)) === wanted) ?? inMain.find((e) => flat(named(e)).startsWith(wanted))
		?? inMain.find((e) => flat(named(e)).includes(wanted)) ?? null;
}
