// The view's side of MCP Apps (2026-01-26): it shakes hands with the client that holds its frame, and shows
// the HTML that the service has put beside an answer. Messages are JSON-RPC over postMessage.
(() => {
  "use strict";
  const host = window.parent, main = document.querySelector("main"), dark = document.getElementById("dark");
  const awaited = new Map();
  let asked = 0, opensLinks = false, height = 0;

  const send = (message) => host.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const tell = (method, params = {}) => send({ method, params });
  const ask = (method, params) => new Promise((resolve, reject) => {
    awaited.set(++asked, { resolve, reject });
    send({ id: asked, method, params });
  });

  const say = (text) => {
    const line = document.createElement("p");
    line.className = "hint";
    line.setAttribute("role", "status");
    line.textContent = text;
    main.replaceChildren(line);
  };

  // The policy of the document runs nothing of what is put into it. What could is left out all the same,
  // and links stay where they lead to a place in the view, or to a page that the client opens.
  const put = (html) => {
    const read = new DOMParser().parseFromString(html, "text/html");
    for (const each of read.querySelectorAll("script, style, link, meta, base, iframe, frame, object, embed, form, template, img, audio, video, [*|href^='javascript:' i]")) each.remove();
    for (const each of read.body.querySelectorAll("*")) {
      for (const { name } of [...each.attributes]) {
        if (/^on|^(style|src|srcset|srcdoc|background|xlink:.*)$/i.test(name)) each.removeAttribute(name);
      }
      const to = each.getAttribute("href");
      if (to !== null && !(to.startsWith("#") ? read.getElementById(to.slice(1)) : opensLinks && /^https?:\/\//.test(to))) each.replaceWith(...each.childNodes);
    }
    main.replaceChildren(...read.body.childNodes);
  };

  const show = (result) => {
    const html = result._meta?.["kinodex/view"];
    if (typeof html === "string") return put(html);
    if (!result.isError) return say("There is nothing to show of this answer. The assistant has it.");
    let said = result.content?.[0]?.text;
    try { said = JSON.parse(said).message; } catch { /* it is no refusal of the service */ }
    say(`The service refused: ${said ?? "it does not say why"}.`);
  };

  const look = (context) => {
    if (context?.theme !== "dark" && context?.theme !== "light") return;
    dark.media = context.theme === "dark" ? "all" : "not all";
    document.documentElement.style.colorScheme = context.theme;
  };

  const heard = {
    "ui/notifications/tool-result": show,
    "ui/notifications/tool-cancelled": () => say("The call was cancelled."),
    "ui/notifications/host-context-changed": look,
  };

  addEventListener("message", ({ source, data }) => {
    if (source !== host || data?.jsonrpc !== "2.0") return;
    if (data.method === undefined) {
      const { resolve, reject } = awaited.get(data.id) ?? {};
      awaited.delete(data.id);
      if (data.error) reject?.(new Error(data.error.message)); else resolve?.(data.result ?? {});
    } else if (data.id === undefined) {
      if (Object.hasOwn(heard, data.method)) heard[data.method](data.params ?? {});
    } else if (data.method === "ping" || data.method === "ui/resource-teardown") {
      send({ id: data.id, result: {} });
    } else {
      send({ id: data.id, error: { code: -32601, message: "The view has no such method" } });
    }
  });

  main.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]"), to = link?.getAttribute("href");
    if (!to) return;
    event.preventDefault();
    if (!to.startsWith("#")) {
      ask("ui/open-link", { url: to }).catch(() => { /* the client asked the person, or does not open it */ });
      return;
    }
    const place = document.getElementById(to.slice(1));
    for (let around = place; around && around !== main; around = around.parentElement) {
      if (around.localName === "details") around.open = true;
    }
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  });

  const measure = () => {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    tell("ui/notifications/size-changed", { height });
  };

  ask("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "kinodex", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  }).then(({ hostCapabilities, hostContext }) => {
    opensLinks = hostCapabilities?.openLinks !== undefined;
    look(hostContext);
    tell("ui/notifications/initialized");
    new ResizeObserver(measure).observe(document.body);
  }, () => say("The client did not begin to show this answer."));
})();
