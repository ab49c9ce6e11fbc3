// Charts as SVG text, with nothing but the language.

const width = 640, height = 320, left = 70, bottom = 40, top = 40;
const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** Returns an SVG of bars: rows of [label, value], values not below 0. */
export function bars(title, unit, rows) {
	const most = Math.max(...rows.map(([, v]) => v));
	const step = (width - left - 10) / rows.length;
	const body = rows.map(([label, v], i) => {
		const h = (height - top - bottom) * v / most, x = left + i * step;
		return `<rect x="${(x + step * 0.1).toFixed(1)}" y="${(height - bottom - h).toFixed(1)}" width="${(step * 0.8).toFixed(1)}" height="${h.toFixed(1)}" fill="#1f5fa8"><title>${escape(label)}: ${v}</title></rect>
<text x="${(x + step / 2).toFixed(1)}" y="${height - bottom + 15}" font-size="10" text-anchor="middle">${escape(label)}</text>`;
	});
	return frame(title, unit, most, body.join('\n'));
}

/** Returns an SVG of a line through rows of [number, value], in order. */
export function line(title, unit, rows) {
	const most = Math.max(...rows.map(([, v]) => v)), from = rows[0][0], to = rows.at(-1)[0];
	const x = (v) => left + (width - left - 20) * (v - from) / (to - from || 1);
	const y = (v) => height - bottom - (height - top - bottom) * v / most;
	const path = rows.map(([a, b], i) => `${i ? 'L' : 'M'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join('');
	const ends = [from, to].map((v) => `<text x="${x(v).toFixed(1)}" y="${height - bottom + 15}" font-size="11" text-anchor="middle">${v}</text>`);
	return frame(title, unit, most, `<path d="${path}" fill="none" stroke="#1f5fa8" stroke-width="2"/>\n${ends.join('\n')}`);
}

function frame(title, unit, most, body) {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif">
<title>${escape(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${left}" y="20" font-size="14">${escape(title)}</text>
<text x="${left - 5}" y="${top + 5}" font-size="11" text-anchor="end">${Number(most.toPrecision(4))}</text>
<text x="${left - 5}" y="${height - bottom}" font-size="11" text-anchor="end">0</text>
<text x="${left}" y="${top - 5}" font-size="10">${escape(unit)}</text>
<path d="M${left} ${top}V${height - bottom}H${width - 10}" fill="none" stroke="#555"/>
${body}
</svg>
`;
}
