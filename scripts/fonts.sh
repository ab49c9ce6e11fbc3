#!/usr/bin/env bash
# Make the site's typefaces (internal/serve/site/web/fonts) from their sources:
#
#   scripts/fonts.sh
#
# Bricolage Grotesque, for titles, and Inter, for text, come from npm's fontsource packages in
# the version below. Each becomes two files, so that a page without letters of Latin Extended
# loads only the first. What varies is the weight. Width and optical size of the titles are
# fixed. The program prints the metrics of the fallback faces, which 00-tokens.css has.
#
# It needs npm and python3 with fontTools and brotli, and the faces that stand in (Debian: python3-fonttools
# python3-brotli fonts-liberation fonts-roboto-unhinted fonts-dejavu-core).
set -euo pipefail

version=5.3.0
out=$(cd "$(dirname "$0")/.." && pwd)/internal/serve/site/web/fonts
python=${PYTHON:-/usr/bin/python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for family in bricolage-grotesque inter; do
	npm pack --silent "@fontsource-variable/$family@$version" >/dev/null
	mkdir "$family"
	tar -xzf "fontsource-variable-$family-$version.tgz" -C "$family" --strip-components 1
	cp "$family/LICENSE" "$out/$family.LICENSE"
done
exec "$python" - "$out" <<'PYTHON'
import io, os, sys
from fontTools.subset import Options, Subsetter, save_font
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

out = sys.argv[1]

def characters(ranges):
    return {c for first, last in ranges for c in range(first, last + 1)}

# Latin: ASCII, Latin-1, and the punctuation of running text.
latin = characters([(0x20, 0x7E), (0xA0, 0xFF), (0x131, 0x131), (0x152, 0x153), (0x2010, 0x2022), (0x2026, 0x2026), (0x2030, 0x2030),
    (0x2032, 0x2033), (0x2039, 0x203A), (0x2044, 0x2044), (0x20AC, 0x20AC), (0x2122, 0x2122), (0x2190, 0x2193), (0x2212, 0x2212)])
# Latin Extended: the languages of Europe and Turkey, and the transliterations of titles.
extended = characters([(0x100, 0x17F), (0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1CD, 0x1DC), (0x1E6, 0x1E7), (0x1FA, 0x1FF), (0x218, 0x21B), (0x2BB, 0x2BC),
    (0x304, 0x304), (0x308, 0x308), (0x1E0C, 0x1E0D), (0x1E24, 0x1E25), (0x1E62, 0x1E63), (0x1E80, 0x1E85), (0x1E9E, 0x1E9E), (0x1EF2, 0x1EF3),
    (0x20A6, 0x20A6), (0x20A9, 0x20A9), (0x20B9, 0x20BD)]) - latin
faces = [
    ("inter", "inter-{}-wght-normal", {"wght": (400, 700)}),
    ("bricolage-grotesque", "bricolage-grotesque-{}-standard-normal", {"wght": (600, 800), "wdth": 80, "opsz": 96}),
]

def subset(source, wanted, limits):
    """A face with the wanted characters only, of which nothing varies but the weight."""
    o = Options()
    o.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]
    o.flavor, o.hinting, o.name_IDs = "woff2", False, [0, 1, 2, 3, 4, 5, 6, 13, 14]
    face = TTFont(source)
    s = Subsetter(o)
    s.populate(unicodes=wanted)
    s.subset(face)
    face.flavor = None
    plain = io.BytesIO()
    face.save(plain)
    plain.seek(0)
    face = instantiateVariableFont(TTFont(plain), limits)
    return face, o

total = 0
for family, pattern, limits in faces:
    for part, name, wanted in (("latin", "latin", latin), ("latin-ext", "extended", extended)):
        face, o = subset(f"{family}/files/{pattern.format(part)}.woff2", wanted, limits)
        path = os.path.join(out, f"{family}-{name}.woff2")
        save_font(face, path, o)
        total += os.path.getsize(path)
        print(f"{os.path.getsize(path):7d} bytes  {os.path.basename(path)}, {len(face.getBestCmap())} characters")
print(f"{total:7d} bytes  in all")

# How the face that stands in until a typeface is there must be stretched, so that no line
# breaks elsewhere when it arrives: widths by the letters of English.
often = dict(zip(" etaoinshrdlcumwfgypbvkjxqz", (18, 10, 7.5, 6.5, 6.2, 5.7, 5.7, 5.3, 5, 5, 3.3, 3.3, 2.3, 2.3, 2, 2, 2, 1.8, 1.6, 1.6, 1.5, 1.2, .8, .6, .1, .1, .1)))

def width(face):
    names, advances, em = face.getBestCmap(), face["hmtx"], face["head"].unitsPerEm
    return sum(n * advances[names[ord(c)]][0] for c, n in often.items()) / sum(often.values()) / em

places = {"liberation/LiberationSans-{}": "Regular", "roboto/unhinted/RobotoTTF/Roboto-{}": "Regular", "dejavu/DejaVuSans{}": ""}
for family, pattern, limits, weight in (("inter", *faces[0][1:], 400), ("bricolage-grotesque", *faces[1][1:], 700)):
    face, _ = subset(f"{family}/files/{pattern.format('latin')}.woff2", latin, {**limits, "wght": weight})
    line, em = face["hhea"], face["head"].unitsPerEm
    for place, regular in places.items():
        style = regular if weight == 400 else "Bold" if regular else "-Bold"
        local = f"/usr/share/fonts/truetype/{place.format(style)}.ttf"
        if not os.path.exists(local):
            print(f"{local} is not there")
            continue
        stretch = width(face) / width(TTFont(local))
        print(f"{family} by {place.format(style)}: size-adjust: {stretch:.2%}; ascent-override: {line.ascent/em/stretch:.2%}; "
            f"descent-override: {-line.descent/em/stretch:.2%}; line-gap-override: {line.lineGap/em/stretch:.2%}")
PYTHON
