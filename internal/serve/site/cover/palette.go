package cover

// palettes are the colours of a time, each from a dark to a light with the strong ones between:
// what inks, film stocks and printing made of posters then. They are ours, not measured.
type palettes []struct {
	from int // year
	all  [][]string
}

var ofDecades = palettes{
	{0, [][]string{ // tinted and toned stock, lithographs
		{"#1d1a16", "#8c3b22", "#c79a4b", "#4c5a4a", "#f0e4cb"}, {"#201a2b", "#5d3a5f", "#c98a5a", "#8aa39b", "#efe3cf"},
		{"#17211f", "#2f5d57", "#c8793a", "#d9b66f", "#efe6d2"}, {"#221512", "#a2402b", "#6e7f7a", "#d8a657", "#f2e7d3"},
	}},
	{1920, [][]string{ // expressionism and constructivism
		{"#141414", "#c4281c", "#8f8672", "#d9a441", "#efe6d0"}, {"#16181d", "#b5391f", "#2f4b63", "#c9a15a", "#eadfc8"},
		{"#1a1712", "#d1632a", "#4f6b5d", "#b7a98c", "#f1e7d2"}, {"#11151c", "#1f5f8b", "#d13f2b", "#cdb88a", "#f0e8d8"},
		{"#1d1320", "#7b2d4e", "#d88c3a", "#6f7f86", "#efe2cf"},
	}},
	{1930, [][]string{ // ink and cream, the stone lithograph
		{"#1b1a1f", "#b33a2b", "#e0a63d", "#3f6a68", "#f3e8d0"}, {"#14202b", "#2b6777", "#d98a3d", "#c9d1c0", "#f4ead6"},
		{"#241a16", "#8f2f24", "#c9b27c", "#5b7a6a", "#f5ebd6"}, {"#161a2a", "#3c4f8a", "#e3b04b", "#b85042", "#f2e6ce"},
		{"#1f2419", "#5f7336", "#d66b2d", "#e2c878", "#f3ead2"}, {"#1a1420", "#6d3a6a", "#e0785c", "#d7c08a", "#f3e7d4"},
	}},
	{1940, [][]string{ // black, fog, one lamp
		{"#0f1114", "#d9a520", "#5a6470", "#8f2d22", "#e8e0cf"}, {"#10141a", "#2f5270", "#c8452e", "#b9b3a2", "#ece4d2"},
		{"#141210", "#a6782f", "#3c4a44", "#d8c89e", "#efe6d3"}, {"#12161b", "#7a8794", "#d4582a", "#33424f", "#e9e4d8"},
		{"#17110f", "#8c1f1b", "#c8b48a", "#4d5a5f", "#eee3cd"}, {"#0e1518", "#2e6a66", "#e2b650", "#86968f", "#e9e3d2"},
	}},
	{1950, [][]string{ // Technicolor and the mid-century page
		{"#15191f", "#d8402b", "#f0b429", "#2c7da0", "#f5edda"}, {"#1b1b22", "#e4572e", "#17827b", "#f3c969", "#f6eedd"},
		{"#161d24", "#2a6f97", "#e76f51", "#a7c4bc", "#f4ecdc"}, {"#201a1a", "#b5202e", "#e9a23b", "#7c9885", "#f6ecd9"},
		{"#1a1f1c", "#3c7a57", "#f2b134", "#e2593b", "#f5eedc"}, {"#1c1830", "#5b4b9a", "#f08a4b", "#e8c547", "#f4ecde"},
	}},
	{1960, [][]string{ // mod: flat and loud, Basel and Warsaw
		{"#131318", "#ff4b2b", "#ffc21a", "#1769c2", "#f7f1e3"}, {"#17121f", "#e6317e", "#ff8a1f", "#4a3fb0", "#f8f0e2"},
		{"#101a1c", "#00857c", "#ff5a36", "#ffd23f", "#f5f0e1"}, {"#151515", "#e3221b", "#9a9a94", "#d9d4c7", "#f6f2e8"},
		{"#18202b", "#2b59c3", "#f25f5c", "#ffe066", "#f4efe4"}, {"#1b1712", "#f77f00", "#d62828", "#7a9e7e", "#f7efdc"},
		{"#121b14", "#2d8a4e", "#f6a821", "#e8492f", "#f3f0e0"},
	}},
	{1970, [][]string{ // brown, orange, avocado
		{"#21150f", "#c8501e", "#e6a23c", "#6b7a3a", "#f2e3c6"}, {"#1c1712", "#8a4b21", "#d98324", "#3e6259", "#f0e2c8"},
		{"#1a1a14", "#6f7d2f", "#d4652a", "#e3bb5b", "#f1e5cb"}, {"#24120e", "#a9321b", "#e59a3a", "#7a5a42", "#f3e4c9"},
		{"#15191c", "#3a5a6d", "#d9772f", "#b9a37e", "#efe4cf"}, {"#1f1620", "#7d3c5a", "#e0873a", "#c9b06a", "#f1e4cc"},
	}},
	{1980, [][]string{ // neon and dusk
		{"#110b24", "#ff2e88", "#21d4fd", "#6a3df0", "#f3ecff"}, {"#0b1026", "#00c2d1", "#ff6b35", "#3f37c9", "#f1eefc"},
		{"#160d1e", "#e0218a", "#ffb703", "#00a6a6", "#f8eef4"}, {"#0a141f", "#ff4d3d", "#2ec4b6", "#1f6fb2", "#f2f3ee"},
		{"#14101c", "#9d4edd", "#ff9e00", "#e63b6f", "#f5effa"}, {"#0c1117", "#e5383b", "#b1a7a6", "#3d5a80", "#f3f1ee"},
	}},
	{1990, [][]string{ // bleach bypass, grunge, rave
		{"#11150f", "#7fa01f", "#e4572e", "#4f5d57", "#eff0e4"}, {"#131418", "#d62839", "#4a6b8a", "#c2b8a3", "#f0ece4"},
		{"#10171b", "#1f7a8c", "#f2a541", "#8a5a44", "#eef0ea"}, {"#1a1216", "#a4243b", "#d8973c", "#5d737e", "#f2ebe0"},
		{"#0f1a17", "#2a7f62", "#f1c453", "#c1502e", "#eff1e6"}, {"#161425", "#4b4ba8", "#f2545b", "#a5c4d4", "#f0eef5"},
	}},
	{2000, [][]string{ // teal and orange
		{"#0c1a20", "#0f7c8a", "#f28123", "#d34e24", "#eef3f0"}, {"#0e1622", "#1d5c86", "#f6ae2d", "#e4572e", "#eff2f4"},
		{"#131a16", "#3e7c59", "#e9b44c", "#9b2915", "#f1f1e6"}, {"#171217", "#8d2f50", "#e8a04c", "#50718a", "#f3eeea"},
		{"#0f1419", "#43647a", "#e36a2e", "#a9b4b0", "#eff1f0"}, {"#1a1410", "#b0511f", "#e7b95c", "#35606a", "#f4eee2"},
	}},
	{2010, [][]string{ // flat, clean, one loud colour
		{"#10151c", "#e63946", "#457b9d", "#f1c453", "#f4f4ef"}, {"#12161a", "#ffb400", "#00798c", "#d1495b", "#f5f3ec"},
		{"#141a22", "#2f6690", "#f26430", "#9bc1bc", "#f1f3f2"}, {"#1a1320", "#8e3b8a", "#f9a03f", "#3aafa9", "#f5f0f4"},
		{"#0f1b18", "#1b9a6c", "#ffd166", "#ef5b4c", "#f0f5f0"}, {"#181818", "#ff5a3c", "#bdb7ab", "#4f6d7a", "#f5f2ec"},
		{"#131522", "#4355c9", "#ff7f6b", "#f5c84c", "#f1f1f8"},
	}},
	{2020, [][]string{ // soft gradients made flat
		{"#151326", "#6247e5", "#ff8660", "#f4c95d", "#f4f0fa"}, {"#0f1c1f", "#1f8a84", "#ff7a59", "#e9d8a6", "#f1f6f2"},
		{"#1b1220", "#c43d8a", "#ffa62b", "#489fb5", "#f8eff4"}, {"#141814", "#5c8d3a", "#f2b134", "#d8572a", "#f2f4ea"},
		{"#10171f", "#2978b5", "#ff5e5b", "#d8d8c0", "#f0f4f6"}, {"#1c1512", "#d1603d", "#ddb967", "#5f7d8c", "#f6efe6"},
	}},
}

// ofCountries are further palettes for films of a country, whatever their time.
var ofCountries = map[string][][]string{
	"CN": {{"#1a1012", "#c8102e", "#e0a030", "#2e7d6b", "#f5ecdc"}, {"#10191a", "#2b7a78", "#d7263d", "#c9b37e", "#eef0e4"}},
	"DE": {{"#121212", "#d7261e", "#e9b000", "#6f7378", "#f1efe8"}, {"#14181b", "#35516a", "#e0702e", "#b9bdb6", "#f0efe9"}},
	"DK": {{"#11181f", "#b5323a", "#8fa3ad", "#3c5a6e", "#f2f1ec"}},
	"ES": {{"#1e1210", "#c1272d", "#f2a900", "#38726c", "#f6ead6"}},
	"FR": {{"#10162b", "#1f45a8", "#e23a3f", "#c8ccd2", "#f5f2ea"}, {"#17161b", "#d9303e", "#f3c623", "#5c7ea6", "#f4efe6"}},
	"GB": {{"#121a24", "#1f4e79", "#c8293c", "#a8a99e", "#f1efe8"}},
	"HK": {{"#0e0f1f", "#e0203f", "#12b5a5", "#f2b632", "#f4efe9"}},
	"IN": {{"#2a0f24", "#d81b60", "#ff9f1c", "#0b8f7a", "#fff1d6"}, {"#1b1233", "#5b2a9d", "#f77f00", "#ffd23f", "#fdf0dc"}, {"#0f2430", "#0077a3", "#e63462", "#fca311", "#fcf1de"}},
	"IR": {{"#10202a", "#1f7a8c", "#c9772e", "#8fb8a8", "#f2ead8"}},
	"IT": {{"#1c1410", "#e0a100", "#b3261e", "#4a6b4f", "#f6ecd8"}, {"#151a20", "#c8502a", "#e8c15a", "#3d6f7d", "#f3ebdb"}},
	"JP": {{"#141821", "#d7322d", "#264b7c", "#c9bfa8", "#f4efe4"}, {"#171514", "#bc2f2a", "#7d8c6c", "#d9a441", "#f2ecdf"}, {"#101b2b", "#2f5d8c", "#f0725c", "#a9c3cf", "#f3f1ea"}},
	"KR": {{"#121722", "#23518f", "#e0384b", "#9fb1b5", "#f2f1ec"}},
	"MX": {{"#1d1020", "#c2185b", "#f39c12", "#1a8f7f", "#f9eed8"}},
	"PL": {{"#191416", "#d1332e", "#e5a823", "#4f7a6b", "#f2e7d0"}, {"#17151f", "#6a4a8c", "#e46b2e", "#c9b458", "#f1e8d6"}},
	"SE": {{"#10161c", "#3f5f78", "#d9b13b", "#8a9a9e", "#f0efea"}},
	"SU": {{"#121110", "#d0211c", "#8d8574", "#e0b64a", "#efe5cf"}, {"#14110f", "#e03a1e", "#2d4654", "#c6b48c", "#f0e6d2"}},
	"RU": {{"#121418", "#c9252b", "#39587a", "#bfb59f", "#f0ebe0"}},
	"US": nil,
}

// paletteOf returns the colours of a film: those of its poster where they are known, else those of
// its time and country.
func paletteOf(f *Film, c *chance) []colour {
	own := ofPoster(f.Palette)
	all := ofDecades[0].all
	for _, p := range ofDecades {
		if f.Year >= p.from || f.Year <= 0 && p.from == 2010 {
			all = p.all
		}
	}
	if len(f.Countries) > 0 && c.in(60) {
		if local := ofCountries[f.Countries[0]]; local != nil {
			all = local
		}
	}
	times := all[c.below(len(all))]
	colours := make([]colour, len(times))
	for i, s := range times {
		colours[i], _ = hexColour(s)
	}
	if own == nil {
		return colours
	}
	if most := strongest(own); strength(most) < .4 { // a grey poster gets one colour of its time
		own = append(own, strongest(colours))
	}
	return own
}

// ofPoster returns what was read of a poster as colours of ink: the dull ones somewhat more vivid, none that is
// like another, and with a dark and a light one. It is nil where too little was read.
func ofPoster(read []string) (own []colour) {
	for _, s := range read {
		c, ok := hexColour(s)
		if !ok {
			continue
		}
		if c.saturation() < .6 {
			c = c.vivid(1.3)
		}
		near := false
		for _, other := range own {
			near = near || distance(c, other) < 70
		}
		if !near {
			own = append(own, c)
		}
	}
	if len(own) < 2 {
		return nil
	}
	darkest, lightest := own[0], own[0]
	for _, c := range own {
		if c.luminance() < darkest.luminance() {
			darkest = c
		}
		if c.luminance() > lightest.luminance() {
			lightest = c
		}
	}
	if darkest.luminance() > .03 {
		own = append(own, darkest.mix(black, .8))
	}
	if lightest.luminance() < .6 {
		own = append(own, lightest.mix(white, .8))
	}
	return own
}

func strongest(all []colour) colour {
	best := all[0]
	for _, c := range all[1:] {
		if strength(c) > strength(best) {
			best = c
		}
	}
	return best
}
