package vision

import "fmt"

// namedColor is a name and the colour it is of.
type namedColor struct {
	name string
	of   lab
}

// name is the nearest name of a colour.
// Nearest is by ΔE OK2. It compares with all names; of equals, the first counts.
func (s *colorTables) name(c lab) string {
	best := 0
	for i := range s.names {
		if s.names[i].of.squaredDistance(c) < s.names[best].of.squaredDistance(c) {
			best = i
		}
	}
	return s.names[best].name
}

// colorNames are everyday names, spread so that each covers what most people
// would call by it. A name may stand for several colours.
var colorNames = []struct {
	name    string
	r, g, b uint8
}{
	{"black", 8, 8, 8}, {"black", 22, 20, 20}, {"charcoal", 48, 48, 50}, {"dark gray", 64, 64, 66}, {"dark gray", 80, 80, 80}, {"gray", 102, 102, 104},
	{"gray", 122, 122, 122}, {"gray", 146, 146, 146}, {"light gray", 180, 180, 180}, {"silver", 208, 208, 208},
	{"white", 238, 238, 238}, {"white", 255, 255, 255}, {"ivory", 248, 243, 226}, {"cream", 240, 226, 188},
	{"beige", 216, 200, 164}, {"sand", 196, 172, 128}, {"tan", 178, 142, 98}, {"taupe", 112, 98, 84},
	{"warm gray", 150, 138, 124}, {"dark taupe", 70, 60, 50}, {"brown", 110, 70, 38}, {"brown", 134, 88, 52},
	{"dark brown", 62, 38, 22}, {"dark brown", 40, 26, 18}, {"chestnut", 128, 58, 40}, {"sepia", 146, 112, 74},
	{"rust", 168, 72, 32}, {"terracotta", 196, 98, 70}, {"maroon", 96, 16, 20}, {"dark red", 132, 16, 18},
	{"dark red", 60, 10, 12}, {"burgundy", 112, 24, 48}, {"brick red", 166, 30, 14}, {"crimson", 176, 20, 46}, {"red", 212, 24, 28}, {"red", 232, 40, 30},
	{"vermilion", 226, 74, 38}, {"coral", 242, 120, 92}, {"salmon", 238, 156, 132}, {"blush", 240, 208, 198},
	{"pink", 244, 164, 188}, {"hot pink", 236, 72, 140}, {"rose", 206, 92, 112}, {"dusty rose", 186, 130, 132},
	{"magenta", 204, 24, 150}, {"plum", 110, 40, 96}, {"mauve", 150, 110, 140}, {"mauve gray", 160, 148, 164}, {"purple", 112, 42, 150},
	{"dark purple", 50, 22, 66}, {"violet", 140, 88, 214}, {"lavender", 190, 174, 226}, {"indigo", 62, 34, 132},
	{"navy", 18, 28, 78}, {"midnight blue", 14, 20, 42}, {"dark blue", 26, 44, 110}, {"blue", 32, 78, 190},
	{"blue", 24, 52, 224}, {"cobalt blue", 42, 96, 170}, {"azure", 38, 132, 226}, {"sky blue", 118, 182, 228},
	{"powder blue", 182, 212, 232}, {"steel blue", 82, 124, 162}, {"slate blue", 70, 88, 112}, {"dark slate", 38, 50, 64},
	{"blue gray", 122, 138, 154}, {"pale blue gray", 176, 190, 202}, {"cyan", 20, 206, 222}, {"turquoise", 52, 196, 186},
	{"pale turquoise", 172, 224, 220}, {"teal", 16, 128, 128}, {"dark teal", 14, 68, 74}, {"deep teal", 10, 40, 44},
	{"sea green", 50, 140, 104}, {"mint", 168, 224, 190}, {"green", 38, 150, 58}, {"bright green", 60, 210, 70},
	{"forest green", 24, 90, 44}, {"dark green", 18, 52, 30}, {"sage", 142, 162, 128}, {"gray green", 102, 116, 100},
	{"dark olive", 56, 56, 28}, {"olive", 116, 116, 44}, {"moss", 84, 100, 56}, {"khaki", 176, 166, 108},
	{"lime", 168, 214, 44}, {"pale green", 196, 222, 168}, {"yellow", 250, 222, 40}, {"yellow", 255, 244, 60},
	{"pale yellow", 250, 240, 160}, {"gold", 214, 168, 46}, {"mustard", 190, 148, 40}, {"ochre", 190, 124, 46},
	{"bronze", 140, 104, 40}, {"amber", 246, 176, 34}, {"orange", 240, 130, 28}, {"burnt orange", 204, 92, 20},
	{"peach", 248, 200, 160}, {"peach", 226, 188, 160}, {"pale yellow", 238, 218, 140}, {"straw", 222, 200, 116},
	{"gray green", 110, 138, 124}, {"dark gray green", 62, 76, 68}, {"mauve", 138, 114, 128}, {"dark mauve", 84, 66, 78},
	{"dark olive", 88, 84, 52}, {"steel blue", 106, 144, 192}, {"dark slate", 46, 60, 82}, {"dark brown", 86, 52, 34},
	{"brick red", 150, 58, 44}, {"pale pink", 238, 216, 220}, {"dark olive", 40, 42, 18}, {"sage", 164, 170, 142},
}

// Hex returns a colour that bears a name, as #rrggbb, or "" for a name that none bears. Of
// several it is the middle one.
func Hex(name string) string {
	var all []string
	for _, n := range colorNames {
		if n.name == name {
			all = append(all, fmt.Sprintf("#%02x%02x%02x", n.r, n.g, n.b))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[len(all)/2]
}
