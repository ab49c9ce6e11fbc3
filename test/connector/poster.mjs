// A poster, drawn for this, so that there is one to read.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const width = 400, height = 600;

/** Stores a poster of a film, before anything serves: this installs the starter library, too. */
export async function storePoster(kinodex, film) {
	const dir = join(kinodex.dir, 'posters');
	mkdirSync(dir);
	writeFileSync(join(dir, film + '.png'), png());
	await kinodex.run(['posters', 'ingest', dir, '--data', kinodex.data]);
}

/** A lamp in the dark: a bright disc that fades into blue. */
function png() {
	const rows = Buffer.alloc(height * (1 + width * 3)); // each begins with a filter of none
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const light = Math.max(0, 1 - Math.hypot(x - width / 2, y - height / 3) / (width / 2));
			rows.set([20 + 230 * light, 30 + 190 * light, 80 + 60 * light], y * (1 + width * 3) + 1 + x * 3);
		}
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2], 8); // eight bits of red, green and blue
	const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type, data) {
	const size = Buffer.alloc(4), check = Buffer.alloc(4);
	const body = Buffer.concat([Buffer.from(type), data]);
	size.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(body));
	return Buffer.concat([size, body, check]);
}
