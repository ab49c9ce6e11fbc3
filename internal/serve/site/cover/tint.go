package cover

import "slices"

// tintLuminance bounds how light a tint is: white and light grey text is read on any.
const tintLuminance = .045

// Tint returns the first two strong colours of a film's cover, #rrggbb or #rgb, so dark that light
// text is read on them: for what stands behind the film on its own page.
func Tint(f *Film) (one, other string) {
	c := chanceOf(f.ID)
	all := paletteOf(f, &c)
	first := strongest(all)
	second := first
	if others := slices.DeleteFunc(all, func(c colour) bool { return c == first }); len(others) > 0 {
		second = strongest(others)
	}
	return first.darkened().String(), second.darkened().String()
}

// darkened returns the colour, mixed with black until it is dark enough to stand behind light text.
func (c colour) darkened() colour {
	for c.luminance() > tintLuminance {
		c = c.mix(colour{}, .1)
	}
	return c
}
