package cover

import (
	"cmp"
	"math"
	"slices"
)

// canvas is what a composition draws on: a box as wide as the cover, which begins at top and ends at
// foot. What is drawn beyond it is cut off.
type canvas struct {
	drawing
	chance
	scheme
	top, foot float64
}

func (a *canvas) height() float64 { return a.foot - a.top }

// at returns a place of the box by its share of the height, from the top.
func (a *canvas) at(share float64) float64 { return a.top + share*a.height() }

// shade is the ground, a little nearer to the first colour of shapes.
func (a *canvas) shade(part float64) colour { return a.ground.mix(a.art[0], part) }

// composition is one of the pictures. Each of its calls draws another variant of it.
type composition struct {
	name string
	draw func(*canvas)
	// place says where the title goes: 'a' above, 'b' below, 0 either.
	place byte
	// grounds are the chances of a dark, a light and a bold ground, in percent together.
	grounds [3]int
}

var (
	gloomy = [3]int{70, 12, 18}
	sunny  = [3]int{14, 40, 46}
	mixed  = [3]int{38, 28, 34}
)

// The compositions, by name. Most are named after what they show.
var compositions = []composition{
	{"birds", birds, 'b', mixed}, {"chair", chair, 'a', mixed}, {"fields", fields, 0, sunny}, {"fuse", fuse, 0, mixed},
	{"grin", grin, 0, sunny}, {"keyhole", keyhole, 0, gloomy}, {"lens", lens, 0, mixed}, {"letter", letter, 0, sunny},
	{"table", table, 0, mixed}, {"tree", tree, 'a', mixed}, {"arches", arches, 'a', mixed}, {"bars", bars, 0, gloomy}, {"blinds", blinds, 0, gloomy}, {"burst", burst, 0, mixed},
	{"bust", bust, 'a', mixed}, {"circles", circles, 0, sunny}, {"confetti", confetti, 0, sunny}, {"contours", contours, 0, mixed},
	{"curtain", curtain, 'b', mixed}, {"doorway", doorway, 'a', mixed}, {"dots", dots, 0, sunny}, {"eye", eye, 0, gloomy},
	{"figure", figure, 'a', mixed}, {"flags", flags, 0, mixed}, {"forest", forest, 'a', gloomy}, {"grid", gridSun, 'a', gloomy},
	{"lanes", lanes, 0, sunny}, {"maze", maze, 0, mixed}, {"paper", paper, 'a', sunny}, {"peaks", peaks, 'a', mixed},
	{"plan", plan, 0, mixed}, {"planet", planet, 'a', gloomy}, {"rain", rain, 'b', mixed}, {"record", record, 0, mixed},
	{"road", road, 'a', mixed}, {"skyline", skyline, 'a', gloomy}, {"slashes", slashes, 0, gloomy}, {"speed", speed, 0, mixed},
	{"spiral", spiral, 0, mixed}, {"split", split, 0, mixed}, {"stairs", stairs, 'a', mixed}, {"stars", stars, 'a', gloomy},
	{"staves", staves, 0, mixed}, {"sun", lowSun, 'a', mixed}, {"target", target, 0, mixed}, {"tiles", tiles, 0, sunny},
	{"waves", waves, 'a', mixed}, {"window", window, 0, mixed},
}

// apart returns the colour that stands out best of both the ground and the first colour of shapes.
func (a *canvas) apart(all ...colour) colour {
	return slices.MaxFunc(all, func(x, y colour) int {
		least := func(c colour) float64 { return min(contrast(c, a.ground), contrast(c, a.art[0])) }
		return cmp.Compare(least(x), least(y))
	})
}

// arches: an arcade, for what is old and public.
func arches(a *canvas) {
	n := a.between(1, 4)
	w := 200 / n
	gap := math.Max(4, w*a.between(12, 22)/100)
	r := (w - gap) / 2
	rows := 1.
	if n > 2 && a.in(50) {
		rows = 2
	}
	odd := a.below(int(n * rows))
	s := a.path(a.art[0])
	var lit func(*shape)
	for row := range int(rows) {
		foot := a.foot - (rows-1-float64(row))*a.height()/rows
		top := foot - a.height()/rows + gap + r
		for i := range int(n) {
			x := w*float64(i) + w/2
			arch := func(s *shape) {
				s.arc('M', x, top, r, math.Pi, 2*math.Pi).to(x+r, foot).to(x-r, foot).close()
			}
			if row*int(n)+i == odd {
				lit = arch
				continue
			}
			arch(s)
		}
		if rows > 1 {
			s.rect(0, foot, 200, 3)
		}
	}
	lit(a.path(a.art[1]))
	if a.in(60) {
		x := w*float64(odd%int(n)) + w/2
		foot := a.foot - float64(int(rows)-1-odd/int(n))*a.height()/rows
		person(a, x, foot, math.Min(r*1.1, 46), a.ground)
	}
}

// person draws somebody who stands, so tall.
func person(a *canvas, x, foot, tall float64, c colour) {
	head := math.Max(2, tall*.13)
	a.path(c).circle(x, foot-tall+head, head).poly(x-tall*.13, foot-tall*.7, x+tall*.13, foot-tall*.7, x+tall*.2, foot, x-tall*.2, foot)
}

// bars: behind bars.
func bars(a *canvas) {
	r := a.between(30, 58)
	x, y := a.between(50, 150), a.at(float64(a.between(35, 60))/100)
	a.path(a.art[1]).circle(x, y, r)
	n := a.between(5, 9)
	w := math.Round(200 / (n*2 + 1))
	s := a.path(a.art[0])
	bent := -1
	if a.in(60) {
		bent = 1 + a.below(int(n)-2)
	}
	for i := range int(n) {
		at := w + 2*w*float64(i)
		if i == bent || i == bent+1 && bent >= 0 { // somebody got out
			out, mid := w*.9, a.at(.55)
			if i == bent {
				out = -out
			}
			s.move(at, a.top).bend(at+out*2, mid, at, a.foot).to(at+w, a.foot).bend(at+w+out*2, mid, at+w, a.top).close()
			continue
		}
		s.rect(at, a.top, w, a.height())
	}
	if a.in(50) {
		s.rect(0, a.at(.16), 200, w*.7).rect(0, a.at(.86), 200, w*.7)
	}
}

// blinds: light that falls through a blind.
func blinds(a *canvas) {
	n := a.between(6, 11)
	step := a.height() / n
	slope := a.between(-34, 34)
	part := a.between(42, 62) / 100
	switch a.below(3) {
	case 0: // a lamp behind it
		a.path(a.art[0]).circle(a.between(50, 150), a.at(a.between(30, 60)/100), a.between(58, 92))
		s := a.path(a.ground)
		for i := -3.; i < n+3; i++ {
			y := a.top + i*step
			s.poly(0, y+slope, 200, y-slope, 200, y-slope+step*(1-part), 0, y+slope+step*(1-part))
		}
	case 1: // its light on a wall, and who stands before it
		s := a.path(a.art[0])
		left, right := a.between(-10, 40), a.between(150, 210)
		for i := range int(n) {
			y := a.top + float64(i)*step + step*.3
			s.poly(left, y+slope/2, right, y-slope/2, right+8, y-slope/2+step*part, left+8, y+slope/2+step*part)
		}
		hat(a, a.between(70, 130), a.foot, a.height()*a.between(52, 74)/100, a.ground)
		if a.in(70) {
			a.path(a.art[1]).circle(a.between(40, 160), a.at(.62), 5)
		}
	default: // rays that spread
		x := float64(a.below(2)) * 200
		s := a.path(a.art[0])
		for i := range int(n) {
			from := a.at(a.between(5, 14) / 100)
			y0, y1 := a.top-60+float64(i)*step*1.5, a.top-60+(float64(i)+part)*step*1.5
			s.poly(x, from+float64(i)*4, 200-x, y0, 200-x, y1, x, from+float64(i)*4+2)
		}
		a.path(a.art[1]).rect(a.between(60, 120), a.at(.45), a.between(22, 40), a.height())
	}
}

// hat draws head and shoulders of somebody with a hat.
func hat(a *canvas, x, foot, tall float64, c colour) {
	u := tall / 10
	a.path(c).
		poly(x-u*1.7, foot-u*8, x-u*1.35, foot-u*10, x+u*1.35, foot-u*10, x+u*1.7, foot-u*8).
		ellipse(x, foot-u*7.9, u*3.1, u*.6).
		ellipse(x, foot-u*6.5, u*1.5, u*1.9).
		move(x-u*4.4, foot).curve(x-u*4.2, foot-u*4.4, x-u*1.4, foot-u*4.6, x-u*.8, foot-u*5.4).to(x+u*.8, foot-u*5.4).
		curve(x+u*1.4, foot-u*4.6, x+u*4.2, foot-u*4.4, x+u*4.4, foot).close()
}

// burst: rays from one place.
func burst(a *canvas) {
	x, y := a.between(30, 170), a.at(a.between(20, 95)/100)
	n := a.between(7, 15)
	turn := a.between(0, 60) / 100
	s := a.path(a.art[0])
	for i := range int(n) {
		from := turn + 2*math.Pi*float64(i)/n
		to := from + math.Pi/n*a.between(80, 110)/100
		sin0, cos0 := math.Sincos(from)
		sin1, cos1 := math.Sincos(to)
		s.poly(x, y, x+340*cos0, y+340*sin0, x+340*cos1, y+340*sin1)
	}
	r := a.between(18, 48)
	switch a.below(3) {
	case 0:
		a.path(a.art[1]).circle(x, y, r)
	case 1:
		a.path(a.art[1]).star(x, y, r*1.6, r*.8, int(a.between(8, 12)), turn)
		a.path(a.ground).circle(x, y, r*.4)
	default:
		a.path(a.ground).circle(x, y, r*1.25)
		a.path(a.art[1]).circle(x, y, r)
	}
}

// bust: head and shoulders, for the life of somebody.
func bust(a *canvas) {
	if a.in(30) { // four times, as prints of one plate
		colours := [...]colour{a.art[0], a.art[1], a.art[2], a.ink}
		shift := a.below(4)
		for i := range 4 {
			x, y := float64(i%2)*100, a.at(float64(i/2)*.5)
			a.path(colours[(i+shift)%4]).rect(x, y, 100, a.height()/2)
		}
		for i := range 4 {
			x, foot := float64(i%2)*100+50, a.at(float64(i/2)*.5+.5)
			bustAt(a, x, foot, a.height()*.5*.82, colours[(i+shift+2)%4], a.ground)
		}
		return
	}
	tall := a.height() * a.between(72, 92) / 100
	x := a.between(84, 116)
	if a.in(60) {
		a.path(a.art[2]).circle(x+a.between(-16, 16), a.foot-tall*.66, tall*a.between(34, 46)/100)
	}
	bustAt(a, x, a.foot, tall, a.art[0], a.art[1])
}

// bustAt draws a bust, its right half in another colour.
func bustAt(a *canvas, x, foot, tall float64, left, right colour) {
	w, h := tall*.2, tall*.26
	neck, shoulder := foot-tall+2*h, foot-tall*.32
	half := func(c colour, side float64) {
		a.path(c).move(x, foot-tall).curve(x+side*w*1.2, foot-tall, x+side*w*1.2, neck-h*.4, x+side*w*.45, neck-h*.1).
			to(x+side*w*.5, shoulder).curve(x+side*w*2.2, shoulder+tall*.04, x+side*w*2.5, foot-tall*.14, x+side*w*2.5, foot).to(x, foot).close()
	}
	half(left, -1)
	half(right, 1)
}

// circles: two that share something.
func circles(a *canvas) {
	r := a.between(46, 72)
	part := a.between(55, 130) / 100 * r / 2 // half the distance of their middles
	turn := a.between(-50, 50) / 100 * math.Pi
	x, y := a.between(88, 112), a.at(a.between(44, 56)/100)
	sin, cos := math.Sincos(turn)
	a.path(a.art[0]).circle(x-part*cos, y-part*sin, r)
	a.path(a.art[1]).circle(x+part*cos, y+part*sin, r)
	half := math.Acos(part / r) // what they share
	c := a.ink
	if a.in(40) {
		c = a.ground
	}
	a.path(c).arc('M', x-part*cos, y-part*sin, r, turn-half, turn+half).
		arc('L', x+part*cos, y+part*sin, r, turn+math.Pi-half, turn+math.Pi+half).close()
	if a.in(30) {
		a.lines(a.art[2], 3).circle(x, y, r+part+9)
	}
}

// confetti: shapes that fall about.
func confetti(a *canvas) {
	rows := math.Max(3, math.Round(a.height()/a.between(34, 46)))
	step, columns := a.height()/rows, a.between(4, 5)
	w := 200 / columns
	layers := [...]*shape{{colour: a.art[0], solid: 100}, {colour: a.art[1], solid: 100}, {colour: a.art[2], solid: 100}}
	if contrast(a.art[2], a.ground) < 1.5 {
		layers[2].colour = a.ink
	}
	for row := range int(rows) {
		for column := range int(columns) {
			if a.in(18) {
				continue
			}
			x := (float64(column)+.5)*w + a.between(-9, 9)
			y := a.top + (float64(row)+.5)*step + a.between(-9, 9)
			r := a.between(8, 20)
			s := layers[a.below(3)]
			switch a.below(4) {
			case 0:
				s.circle(x, y, r)
			case 1:
				s.half(x, y, r, a.below(4))
			case 2:
				s.star(x, y, r*1.2, r*.6, 3, a.between(0, 62)/10)
			default:
				sin, cos := math.Sincos(a.between(0, 31) / 10)
				l, t := r*1.3, r*.35
				s.poly(x-l*cos-t*sin, y-l*sin+t*cos, x+l*cos-t*sin, y+l*sin+t*cos, x+l*cos+t*sin, y+l*sin-t*cos, x-l*cos+t*sin, y-l*sin-t*cos)
			}
		}
	}
	for _, s := range layers {
		a.shapes = append(a.shapes, s)
	}
}

// contours: lines of equal height, for what is surveyed.
func contours(a *canvas) {
	x, y := a.between(50, 150), a.at(a.between(30, 70)/100)
	const corners = 7
	var bulge [corners]float64
	for i := range bulge {
		bulge[i] = a.between(72, 132) / 100
	}
	first, step := a.between(9, 20), a.between(15, 21)
	rings := int(a.between(6, 8))
	ring := func(s *shape, r float64) {
		var px, py [corners]float64
		for i := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
			px[i], py[i] = x+r*bulge[i]*cos, y+r*bulge[i]*sin
		}
		s.move((px[corners-1]+px[0])/2, (py[corners-1]+py[0])/2)
		for i := range corners {
			next := (i + 1) % corners
			s.bend(px[i], py[i], (px[i]+px[next])/2, (py[i]+py[next])/2)
		}
		s.close()
	}
	if a.in(50) { // as steps of paper
		for i := rings - 1; i >= 0; i-- {
			c := a.ground.mix(a.art[0], float64(rings-i)/float64(rings))
			ring(a.path(c), first+step*float64(i))
		}
	} else {
		s := a.lines(a.art[0], a.between(2, 4))
		for i := range rings {
			ring(s, first+step*float64(i))
		}
	}
	a.path(a.art[1]).circle(x, y, a.between(5, 9))
}

// curtain: it opens on an empty stage.
func curtain(a *canvas) {
	n := int(a.between(4, 7))
	open := a.between(16, 60)
	tie := a.at(a.between(52, 76) / 100)
	folded := a.art[0].mix(black, .28)
	if a.art[0].luminance() < .06 {
		folded = a.art[0].mix(a.ink, .25)
	}
	lamp, far := a.art[1], 100+a.between(-20, 20)
	if a.in(75) { // a cone of light
		a.path(lamp).through(55).poly(100, a.top-30, far-48, a.foot-12, far+48, a.foot-12)
		a.path(lamp).ellipse(far, a.foot-12, 48, 9)
		if a.in(60) {
			person(a, far, a.foot-10, a.between(34, 56), a.ground)
		}
	} else {
		a.path(lamp).circle(100, a.at(.55), a.between(24, 44))
	}
	for side := -1.; side <= 1; side += 2 {
		edge := func(i int) (top, tied, foot float64) {
			part := float64(i) / float64(n)
			return 100 + side*(100-part*(100-4)), 100 + side*(104-part*(104-open-34)), 100 + side*(104-part*(104-open-22))
		}
		for i := range n {
			c := a.art[0]
			if i%2 == 1 {
				c = folded
			}
			t0, m0, f0 := edge(i)
			t1, m1, f1 := edge(i + 1)
			a.path(c).move(t0, a.top).curve(t0, a.at(.3), m0, a.at(.4), m0, tie).to(f0, a.foot).to(f1, a.foot).to(m1, tie).curve(m1, a.at(.4), t1, a.at(.3), t1, a.top).close()
		}
	}
	scallops := a.path(folded)
	k := a.between(4, 7)
	for i := range int(k) {
		scallops.half((float64(i)+.5)*200/k, a.top, 100/k, 2)
	}
}

// doorway: a door and the light of what is behind it.
func doorway(a *canvas) {
	w := a.between(34, 62)
	x := a.between(24, int(176-w))
	floor := a.at(a.between(66, 80) / 100)
	tall := a.height() * a.between(48, 60) / 100
	if a.in(65) {
		a.path(a.shade(.25)).rect(0, floor, 200, a.foot-floor)
	}
	spread := a.between(-70, 70)
	a.path(a.art[0]).rect(x, floor-tall, w, tall)
	a.path(a.art[0]).through(70).poly(x, floor, x+w, floor, x+w+spread+26, a.foot, x+spread-26, a.foot)
	switch a.below(3) {
	case 0:
		person(a, x+w/2, floor, tall*.72, a.ground)
		a.path(a.ground).poly(x+w/2-5, floor, x+w/2+5, floor, x+w/2+spread*.8+16, a.foot, x+w/2+spread*.8-16, a.foot)
	case 1: // it stands ajar
		a.path(a.art[1]).poly(x, floor-tall, x+w*.5, floor-tall-12, x+w*.5, floor+14, x, floor)
		a.path(a.ground).circle(x+w*.4, floor-tall*.45, 3)
	default:
		a.path(a.art[1]).circle(x+w/2, floor-tall*.55, w*.3)
	}
}

// dots: a screen of dots that grow.
func dots(a *canvas) {
	n := a.between(5, 7)
	step := 200 / n
	rows := math.Ceil(a.height() / step)
	fx, fy := a.between(0, 100)/100*(n-1), a.between(0, 100)/100*(rows-1)
	s, other := a.path(a.art[0]), &shape{colour: a.art[1], solid: 100}
	odd := a.below(int(n * rows))
	far := math.Hypot(n, rows) * .75
	grow := a.in(50)
	for row := range int(rows) {
		for column := range int(n) {
			d := math.Hypot(float64(column)-fx, float64(row)-fy) / far
			if grow {
				d = 1 - d
			}
			r := math.Round(step * (.14 + .36*min(1, max(0, d))))
			to := s
			if row*int(n)+column == odd {
				to = other
				r = math.Round(step * .48)
			}
			to.circle((float64(column)+.5)*step, a.top+(float64(row)+.5)*step, r)
		}
	}
	a.shapes = append(a.shapes, other)
}

// eye: it is open.
func eye(a *canvas) {
	x, y := 100., a.at(a.between(42, 58)/100)
	w, h := a.between(76, 96), a.between(38, 66)
	if a.in(35) { // many lids
		for i := 3.; i > 0; i-- {
			a.path(a.ground.mix(a.art[2], .5-.12*i)).move(x-w-i*12, y).bend(x, y-(h+i*16)*2, x+w+i*12, y).bend(x, y+(h+i*16)*2, x-w-i*12, y).close()
		}
	}
	a.path(a.art[0]).move(x-w, y).bend(x, y-h*2, x+w, y).bend(x, y+h*2, x-w, y).close()
	r := h * a.between(72, 92) / 100
	look := a.between(-20, 20)
	a.path(a.art[1]).circle(x+look, y, r)
	if a.in(65) {
		slit := r * a.between(14, 34) / 100
		a.path(a.ground).move(x+look, y-r).bend(x+look+slit*2, y, x+look, y+r).bend(x+look-slit*2, y, x+look, y-r).close()
	} else {
		a.path(a.ground).circle(x+look, y, r*.45)
		a.path(a.art[0]).circle(x+look+r*.2, y-r*.2, r*.12)
	}
	if a.in(45) {
		s := a.lines(a.art[0], 4)
		for i := -3.; i <= 3; i++ {
			s.segment(x+i*22, y-h*1.1+math.Abs(i)*math.Abs(i)*4, x+i*30, y-h*1.1-22+math.Abs(i)*math.Abs(i)*4)
		}
	}
	if a.in(40) {
		a.path(a.art[1]).move(x+look-6, y+r).to(x+look+6, y+r).to(x+look+4, a.foot-22).bend(x+look, a.foot-8, x+look-4, a.foot-22).close()
	}
}

// figure: somebody, and a long shadow.
func figure(a *canvas) {
	horizon := a.at(a.between(28, 62) / 100)
	a.path(a.art[0]).rect(0, horizon, 200, a.foot-horizon)
	x := a.between(46, 154)
	foot := horizon + (a.foot-horizon)*a.between(8, 30)/100
	tall := a.between(40, 74)
	drift := a.between(-90, 90)
	if a.in(65) {
		a.path(a.art[1]).circle(x-drift*.6, horizon-a.between(-6, 24), a.between(18, 34))
		a.path(a.art[0]).rect(0, horizon, 200, a.foot-horizon)
	}
	a.path(a.art[0].mix(black, .45)).poly(x-6, foot, x+6, foot, x+drift+24, a.foot, x+drift-14, a.foot)
	if a.in(35) {
		person(a, x+tall*.42, foot, tall*.9, a.apart(a.art[1], a.art[2], a.ink))
	}
	person(a, x, foot, tall, a.apart(a.ink, black, white))
}

// flags: stripes that march, and a star.
func flags(a *canvas) {
	n := a.between(3, 6)
	step := a.height() / n
	switch a.below(4) {
	case 0: // chevrons
		s := a.path(a.art[0])
		rise := a.between(36, 74)
		for i := range int(n) + 1 {
			y := a.top + float64(i)*step
			s.poly(0, y, 100, y-rise, 200, y, 200, y+step*.5, 100, y+step*.5-rise, 0, y+step*.5)
		}
	case 1: // a diagonal
		w := a.between(34, 60)
		a.path(a.art[0]).poly(0, a.foot, 0, a.at(.4), 200, a.top-w, 200, a.at(.55))
		a.path(a.art[1]).poly(0, a.foot, 0, a.foot-w, 200, a.at(.4)-w, 200, a.at(.4))
	case 2:
		a.path(a.art[0]).rect(0, a.top, 200/n*2, a.height())
		a.path(a.art[1]).rect(200/n*2, a.top, 200/n, a.height())
	default:
		s := a.path(a.art[0])
		for i := range int(n) {
			s.rect(0, a.top+float64(i)*step, 200, step*a.between(38, 60)/100)
		}
		a.path(a.art[1]).rect(0, a.top, a.between(70, 110), step*2)
	}
	x, y, r := a.between(50, 150), a.at(a.between(36, 64)/100), a.between(24, 46)
	c := a.ink
	switch a.below(3) {
	case 0:
		a.path(c).star(x, y, r, r*.4, 5, 0)
	case 1: // a helmet
		a.path(c).half(x, y, r, 0).rect(x-r*1.25, y, r*2.5, r*.24)
	default: // crosses
		s := a.path(c)
		for i := range 3 {
			u := r * .3
			cx := 46 + float64(i)*54
			s.rect(cx-u*.35, a.foot-r*1.7, u*.7, r*1.7).rect(cx-u*1.2, a.foot-r*1.3, u*2.4, u*.7)
		}
	}
}

// forest: trunks, and something between them.
func forest(a *canvas) {
	if a.in(75) {
		a.path(a.art[1]).circle(a.between(40, 160), a.at(a.between(22, 50)/100), a.between(22, 46))
	}
	far := a.path(a.shade(.45))
	for x := a.between(-4, 14); x < 200; x += a.between(22, 40) {
		far.rect(x, a.top, a.between(4, 9), a.height())
	}
	near := a.path(a.art[0])
	for x := a.between(-10, 20); x < 200; x += a.between(44, 80) {
		w := a.between(12, 24)
		near.poly(x, a.top, x+w, a.top, x+w+3, a.foot, x-3, a.foot)
		if a.in(50) {
			y, way := a.at(a.between(15, 50)/100), a.sign()
			near.poly(x+w/2, y+9, x+w/2+way*34, y-24, x+w/2+way*38, y-22, x+w/2, y+18)
		}
	}
	if a.in(55) {
		x, y := a.between(30, 170), a.at(a.between(60, 80)/100)
		a.path(a.art[1]).circle(x-7, y, 3).circle(x+7, y, 3)
	} else {
		person(a, a.between(40, 160), a.foot, a.between(30, 56), a.art[1])
	}
}

// gridSun: a sun of stripes over a plane of lines, for worlds that are computed.
func gridSun(a *canvas) {
	horizon := a.at(a.between(48, 64) / 100)
	r := math.Min(a.between(44, 68), horizon-a.top-6)
	x := a.between(70, 130)
	a.path(a.art[0]).half(x, horizon, r, 0)
	s := a.path(a.ground)
	for i := 1.; i < 6; i++ {
		y := horizon - r*.75 + i*r*.14
		s.rect(x-r, y, 2*r, i*.9)
	}
	l := a.lines(a.art[1], 2)
	from := a.between(20, 180)
	for i := -9.; i <= 9; i++ {
		l.segment(from+i*9, horizon, from+i*48, a.foot)
	}
	for i, y := 0., horizon; y < a.foot; i++ {
		l.segment(0, y, 200, y)
		y += 5 + i*i*1.6
	}
}

// lanes: a track.
func lanes(a *canvas) {
	if a.in(40) { // straight, from the blocks
		n := int(a.between(4, 6))
		w := 200 / float64(n)
		a.path(a.art[0]).rect(0, a.top, 200, a.height())
		lean := a.between(-40, 40)
		s := a.lines(a.ground, 3)
		for i := 0; i <= n; i++ {
			x := w * float64(i)
			s.segment(x, a.foot, 100+(x-100)*.45+lean, a.top)
		}
		own := a.below(n)
		x0, x1 := w*float64(own), w*float64(own+1)
		a.path(a.art[1]).poly(x0+3, a.foot, x1-3, a.foot, 100+(x1-100)*.45+lean-2, a.top, 100+(x0-100)*.45+lean+2, a.top)
		return
	}
	x, y := float64(a.below(2))*200, a.at(float64(a.below(2)))
	w := a.between(16, 24)
	for i := 8.; i > 0; i-- {
		c := a.art[0]
		if int(i)%2 == 0 {
			c = a.ground
		}
		a.path(c).circle(x, y, 24+i*w)
	}
	a.path(a.art[2]).circle(x, y, 24)
	a.path(a.art[1]).circle(x+(100-x)*a.between(60, 110)/100, y+(a.at(.5)-y)*a.between(60, 120)/100, a.between(12, 22))
}

// maze: one way in.
func maze(a *canvas) {
	w := a.between(6, 10)
	x, y := 100., a.at(.5)
	rings := int(math.Floor((math.Min(100, a.height()/2) - 4) / (2 * w)))
	s := a.path(a.art[0])
	round := a.in(40)
	for i := 1; i <= rings; i++ {
		r := float64(i) * 2 * w
		side := a.below(4)
		if round {
			from := float64(side)*math.Pi/2 + .3
			a.lines(a.art[0], w).arc('M', x, y, r, from, from+2*math.Pi-2.6*w/r-.1)
			if i < rings && i > 1 {
				sin, cos := math.Sincos(from + a.between(60, 240)/60)
				a.lines(a.art[0], w).segment(x+r*cos, y+r*sin, x+(r+2*w)*cos, y+(r+2*w)*sin)
			}
			continue
		}
		gap := a.between(int(-r+2*w), int(r-3*w))
		if i == 1 {
			gap = -w / 2
		}
		wall := func(k int, from, to float64) {
			switch k {
			case 0:
				s.rect(x+from, y-r, to-from, w)
			case 1:
				s.rect(x+r-w, y+from, w, to-from)
			case 2:
				s.rect(x+from, y+r-w, to-from, w)
			default:
				s.rect(x-r, y+from, w, to-from)
			}
		}
		for k := range 4 {
			if k == side {
				wall(k, -r, gap)
				wall(k, gap+1.4*w, r)
			} else {
				wall(k, -r, r)
			}
		}
	}
	a.path(a.art[1]).circle(x, y, w*.8)
	if a.in(50) {
		a.path(a.art[1]).circle(x+a.sign()*float64(rings)*2*w*.75, y+w, w*.55)
	}
}

// paper: hills and leaves cut of paper.
func paper(a *canvas) {
	colours := [...]colour{a.art[2], a.art[0], a.art[1]}
	if a.in(70) {
		a.path(a.art[1]).circle(a.between(40, 160), a.at(a.between(20, 36)/100), a.between(20, 36))
	}
	switch a.below(3) {
	case 0: // hills
		for i, c := range colours {
			y := a.at(.42 + .18*float64(i))
			a.path(c).move(0, y+a.between(-16, 24)).curve(60, y-a.between(20, 60), 120, y+a.between(0, 50), 200, y-a.between(-10, 30)).to(200, a.foot).to(0, a.foot).close()
		}
		trees := a.path(a.ink)
		for range int(a.between(2, 5)) {
			x, y, u := a.between(16, 184), a.at(a.between(66, 88)/100), a.between(8, 16)
			trees.poly(x-u, y, x, y-u*2.6, x+u, y).rect(x-1, y, 2, u*.6)
		}
	case 1: // leaves
		n := int(a.between(5, 8))
		for i := range n {
			x, y, l := a.between(18, 182), a.at(a.between(25, 96)/100), a.between(30, 62)
			sin, cos := math.Sincos(a.between(0, 62) / 10)
			a.path(colours[i%3]).move(x, y).bend(x+l*.6*cos-l*.6*sin, y+l*.6*sin+l*.6*cos, x+l*1.4*cos, y+l*1.4*sin).bend(x+l*.6*cos+l*.6*sin, y+l*.6*sin-l*.6*cos, x, y).close()
		}
	default: // houses
		x := a.between(-14, 0)
		for i := 0; x < 200; i++ {
			w, h := a.between(34, 58), a.height()*a.between(28, 58)/100
			a.path(colours[i%3]).poly(x, a.foot, x, a.foot-h, x+w/2, a.foot-h-w*.55, x+w, a.foot-h, x+w, a.foot)
			a.path(a.ground).rect(x+w*.3, a.foot-h+w*.2, w*.4, w*.4)
			x += w
		}
	}
}

// peaks: mountains.
func peaks(a *canvas) {
	if a.in(75) {
		a.path(a.art[1]).circle(a.between(36, 164), a.at(a.between(24, 44)/100), a.between(16, 40))
	}
	n := int(a.between(2, 3))
	for i := range n {
		x := a.between(20, 180)
		if i == n-1 {
			x = a.between(70, 130)
		}
		top := a.at(a.between(18, 34)/100 + .16*float64(i))
		wide := (a.foot - top) * a.between(56, 80) / 100
		c := a.ground.mix(a.art[0], .45+.55*float64(i+1)/float64(n))
		a.path(c).poly(x-wide, a.foot, x, top, x+wide, a.foot)
		a.path(c.mix(black, .3)).poly(x, top, x+wide, a.foot, x+wide*a.between(5, 20)/100, a.foot)
		cap := (a.foot - top) * .26
		k := wide / (a.foot - top)
		a.path(a.ink).poly(x, top, x+cap*k, top+cap, x+cap*k*.4, top+cap*.75, x, top+cap*1.15, x-cap*k*.5, top+cap*.8, x-cap*k, top+cap)
	}
}

// plan: the plan of a house, and a way through it.
func plan(a *canvas) {
	left, top, right, foot := 22., a.top+20, 178., a.foot-20
	walls := a.path(a.art[0])
	const w = 4
	walls.rect(left, top, right-left, w).rect(left, foot-w, right-left, w).rect(left, top, w, foot-top).rect(right-w, top, w, foot-top)
	x := left + (right-left)*a.between(36, 64)/100
	y0, y1 := top+(foot-top)*a.between(26, 44)/100, top+(foot-top)*a.between(58, 74)/100
	door := a.between(16, 22)
	// a wall from top to foot with two doors, and one on each side of it with a door
	walls.rect(x, top, w, 12).rect(x, top+12+door, w, y1-top-24-door).rect(x, y1+door, w, foot-y1-door)
	walls.rect(left, y0, 14, w).rect(left+14+door, y0, x-left-14-door, w)
	walls.rect(x, y1, right-x-14-door, w).rect(right-14, y1, 14, w)
	vault := a.path(a.art[1])
	switch a.below(3) {
	case 0:
		vault.rect(left+w, top+w, x-left-w, y0-top-w)
	case 1:
		vault.rect(x+w, y1+w, right-x-2*w, foot-y1-2*w)
	default:
		vault.rect(x+w, top+w, right-x-2*w, y1-top-w)
	}
	a.lines(a.art[0], 2).arc('M', left+14, y0, door, 0, math.Pi/2).arc('M', right-14, y1, door, math.Pi, math.Pi/2)
	way := a.lines(a.ink, 3)
	step := func(x0, y0, x1, y1 float64) {
		n := math.Max(1, math.Floor(math.Hypot(x1-x0, y1-y0)/11))
		for i := range int(n) {
			p, q := float64(i)/n, (float64(i)+.55)/n
			way.segment(x0+(x1-x0)*p, y0+(y1-y0)*p, x0+(x1-x0)*q, y0+(y1-y0)*q)
		}
	}
	inX, outX := left+14+door/2, right-14-door/2
	step(inX, foot, inX, y0-14)
	step(inX, top+12+door/2, outX, top+12+door/2)
	step(outX, top+12+door/2, outX, y1+24)
	u := 7.
	a.lines(a.ink, 4).segment(outX-u, y1+24-u+8, outX+u, y1+24+u+8).segment(outX-u, y1+24+u+8, outX+u, y1+24-u+8)
}

// planet: the curve of a world, and another one above.
func planet(a *canvas) {
	s := a.path(a.ink)
	for range int(a.between(8, 18)) {
		s.rect(a.between(4, 196), a.at(a.between(2, 70)/100), 2, 2)
	}
	r := a.between(90, 190)
	x, y := a.between(40, 160), a.foot+r*a.between(20, 62)/100
	a.path(a.art[0]).circle(x, y, r)
	if a.in(60) {
		a.path(a.art[0].mix(black, .35)).circle(x+r*.3*a.sign(), y+r*.18, r*.96)
	}
	mx, my, mr := a.between(40, 160), a.at(a.between(16, 36)/100), a.between(9, 34)
	switch a.below(3) {
	case 0:
		a.path(a.art[1]).circle(mx, my, mr)
		a.path(a.ground).circle(mx+mr*.4, my-mr*.15, mr*.92)
	case 1: // with a ring
		a.path(a.art[1]).circle(mx, my, mr)
		a.lines(a.ink, 3).ellipse(mx, my, mr*1.9, mr*.42)
		a.path(a.art[1]).half(mx, my, mr-1, 0)
	default:
		a.path(a.art[1]).circle(mx, my, mr)
	}
	if a.in(45) { // a ship
		sx, sy := a.between(30, 170), a.at(a.between(40, 56)/100)
		a.path(a.ink).poly(sx, sy-13, sx+4, sy, sx-4, sy)
		a.path(a.art[1]).poly(sx-3, sy+1, sx+3, sy+1, sx, sy+16)
	}
}

// rain: and somebody without company.
func rain(a *canvas) {
	s := a.lines(a.art[0], a.between(2, 4))
	lean, long := a.between(4, 22)*a.sign(), a.between(18, 32)
	gap, shift := a.between(17, 26), a.between(5, 12)
	for row := -1.; row < a.height()/40+1; row++ {
		for at := -30 + math.Mod(row+4, 3)*shift; at < 230; at += gap {
			if !a.in(20) {
				s.segment(at, a.top+row*40, at-lean, a.top+row*40+long)
			}
		}
	}
	x, y, r := a.between(70, 130), a.at(a.between(46, 60)/100), a.between(38, 58)
	a.path(a.ground).half(x, y, r+7, 0).rect(x-r+4, y, 2*r-8, a.foot-y)
	a.path(a.art[1]).half(x, y, r, 0)
	for i := -2.; i <= 2; i++ {
		a.path(a.ground).half(x+i*r*.4, y+1, r*.2, 0)
	}
	a.path(a.art[1]).rect(x-1, y-r-7, 3, r+7+a.height()*.2)
	if a.in(60) {
		person(a, x-3, a.foot, (a.foot-y)*.9, a.ink)
	}
}

// record: grooves, and an arm.
func record(a *canvas) {
	x, y, r := a.between(50, 150), a.at(a.between(44, 62)/100), a.between(76, 108)
	a.path(a.art[0]).circle(x, y, r)
	s := a.lines(a.ground, 1)
	for i := 1.; i < a.between(5, 9); i++ {
		s.circle(x, y, r*.4+i*r*.08)
	}
	a.path(a.art[1]).circle(x, y, r*.34)
	a.path(a.ground).circle(x, y, 4)
	if a.in(60) {
		side := a.sign()
		a.lines(a.ink, 5).move(100+side*84, a.top+6).to(100+side*80, a.at(.45)).to(x+side*r*.5, y+r*.3)
	}
}

// road: it goes on.
func road(a *canvas) {
	horizon := a.at(a.between(30, 52) / 100)
	x := a.between(60, 140)
	if a.in(80) {
		a.path(a.art[1]).circle(x+a.between(-40, 40), horizon-a.between(-10, 16), a.between(18, 40))
	}
	a.path(a.art[0]).rect(0, horizon, 200, a.foot-horizon)
	end := a.between(70, 130)
	a.path(a.ground).poly(x-3, horizon, x+3, horizon, end+86, a.foot, end-86, a.foot)
	s := a.path(a.ink)
	for p := .06; p < 1; p *= 1.62 {
		q := p * 1.3
		at := func(p float64) (float64, float64) { return x + (end-x)*p, horizon + (a.foot-horizon)*p }
		x0, y0 := at(p)
		x1, y1 := at(q)
		s.poly(x0-5*p, y0, x0+5*p, y0, x1+5*q, y1, x1-5*q, y1)
	}
	if a.in(55) { // poles beside it
		for p := .12; p < 1; p *= 1.9 {
			px, py := x+(end+112*a.sign()-x)*p, horizon+(a.foot-horizon)*p
			a.path(a.ink).rect(px, py-80*p, math.Max(1, 4*p), 80*p).rect(px-9*p, py-72*p, 20*p, math.Max(1, 3*p))
		}
	}
}

// skyline: a town at night.
func skyline(a *canvas) {
	if a.in(70) {
		a.path(a.art[1]).circle(a.between(30, 170), a.at(a.between(16, 46)/100), a.between(16, 42))
	}
	back, front := a.path(a.shade(.4)), &shape{colour: a.art[0], solid: 100}
	for x := -4.; x < 200; {
		w := a.between(16, 34)
		h := a.height() * a.between(45, 82) / 100
		back.rect(x, a.foot-h, w, h)
		x += w + a.between(0, 6)
	}
	lit := &shape{colour: a.art[1], solid: 100}
	for x := a.between(-18, 0); x < 200; {
		w := a.between(28, 50)
		h := a.height() * a.between(22, 62) / 100
		front.rect(x, a.foot-h, w, h)
		for y := a.foot - h + 8; y < a.foot-6; y += 15 {
			for u := x + 6; u < x+w-8; u += 11 {
				if a.in(26) {
					lit.rect(u, y, 5, 7)
				}
			}
		}
		x += w + a.between(0, 9)
	}
	a.shapes = append(a.shapes, front, lit)
}

// slashes: cuts.
func slashes(a *canvas) {
	lean := a.between(20, 80) * a.sign()
	n := int(a.between(3, 5))
	first := a.between(20, 60)
	if a.in(45) {
		a.path(a.art[1]).circle(a.between(60, 140), a.at(.5), a.between(50, 80))
	}
	s := a.path(a.art[0])
	for i := range n {
		x := first + float64(i)*a.between(28, 38)
		y0, y1 := a.at(a.between(-10, 14)/100), a.at(a.between(84, 112)/100)
		w := a.between(6, 13)
		s.move(x+lean, y0).bend(x+lean*.3+w*2, a.at(.45), x, y1).bend(x+lean*.3-w*.4, a.at(.45), x+lean, y0).close()
	}
	if a.in(50) {
		drop := a.path(a.art[0])
		for range int(a.between(2, 4)) {
			x, y, r := a.between(20, 180), a.at(a.between(40, 80)/100), a.between(4, 7)
			drop.move(x, y-r*3).bend(x+r*2, y+r, x, y+r).bend(x-r*2, y+r, x, y-r*3).close()
		}
	}
}

// speed: bars that lean the way they go.
func speed(a *canvas) {
	lean := a.between(30, 90) * a.sign()
	n := a.between(5, 9)
	step := a.height() / n
	layers := [...]*shape{{colour: a.art[0], solid: 100}, {colour: a.art[1], solid: 100}}
	upright := a.in(50)
	odd := a.below(int(n))
	for i := range int(n) {
		to := layers[0]
		if i == odd {
			to = layers[1]
		}
		if upright {
			x, w := -40+float64(i)*280/n, 280/n*a.between(40, 72)/100
			y0, y1 := a.at(a.between(-10, 40)/100), a.at(a.between(60, 110)/100)
			k := lean / a.height()
			to.poly(x+(a.foot-y0)*k, y0, x+w+(a.foot-y0)*k, y0, x+w+(a.foot-y1)*k, y1, x+(a.foot-y1)*k, y1)
			continue
		}
		y, h := a.top+float64(i)*step, step*a.between(50, 76)/100
		x0, x1 := a.between(-40, 70), a.between(120, 230)
		k := lean * .25
		to.poly(x0+k, y, x1+k, y, x1, y+h, x0, y+h)
	}
	for _, s := range layers {
		a.shapes = append(a.shapes, s)
	}
	if a.in(40) {
		a.path(a.art[2]).circle(a.between(50, 150), a.at(a.between(30, 70)/100), a.between(18, 36))
	}
}

// spiral: it draws in.
func spiral(a *canvas) {
	x, y := a.between(80, 120), a.at(a.between(44, 56)/100)
	w := a.between(7, 14)
	turn := a.between(0, 3)
	if a.in(45) {
		a.path(a.art[2]).circle(x, y, a.between(70, 96))
	}
	s := a.lines(a.art[0], w)
	at, r := x, w*.6
	s.move(x-r, y)
	for i := 0; r < 128; i++ { // half circles, each around the other of two middles
		side := float64(1 - 2*(i%2))
		from := math.Pi
		if side < 0 {
			from = 0
		}
		s.arc('L', at, y, r, from, from+math.Pi)
		at -= side * -w * .9
		r += w * .9
		at = x
		if i%2 == 0 {
			at = x - w*.9
		}
	}
	if turn > 0 {
		a.path(a.art[1]).circle(x-w*.2, y, w*.9)
	}
	if a.in(50) {
		person(a, a.between(40, 160), a.foot-6, a.between(30, 50), a.art[1])
	}
}

// split: a whole that is no longer one.
func split(a *canvas) {
	x, y, r := 100., a.at(a.between(44, 56)/100), a.between(52, 76)
	shift := a.between(16, 48) * a.sign()
	if a.in(60) {
		if a.in(50) {
			a.path(a.shade(.22)).rect(100, a.top, 100, a.height())
		} else {
			a.path(a.shade(.22)).rect(0, y, 200, a.foot-y)
		}
	}
	one, other := a.path(a.art[0]), a.path(a.art[1])
	switch a.below(6) {
	case 0:
		one.half(x-1, y-shift/2, r, 3)
		other.half(x+1, y+shift/2, r, 1)
	case 1:
		one.half(x-shift/2, y-1, r, 0)
		other.half(x+shift/2, y+1, r, 2)
	case 2: // a square along its diagonal
		one.poly(x-r-shift/4, y-r+shift/4, x+r-shift/4, y-r+shift/4, x-r-shift/4, y+r+shift/4)
		other.poly(x+r+shift/4, y+r-shift/4, x+r+shift/4, y-r-shift/4, x-r+shift/4, y+r-shift/4)
	case 3: // quarters that turn
		for i := range 4 {
			from := float64(i) * math.Pi / 2
			sin, cos := math.Sincos(from + math.Pi/4)
			s := one
			if i%2 == 1 {
				s = other
			}
			s.pie(x+cos*math.Abs(shift)*.4, y+sin*math.Abs(shift)*.4, r*.92, from, from+math.Pi/2)
		}
	case 4: // two halves back to back
		one.half(x-r*.06, y, r, 1)
		other.half(x-r*.06, y+shift*.6, r*.62, 3)
	default: // stripes out of step
		for i := -3.; i <= 3; i++ {
			one.rect(x-r-6, y+i*r*.3, r+6, r*.16)
			other.rect(x, y+i*r*.3+shift*.3, r+6, r*.16)
		}
	}
}

// stairs: up or down.
func stairs(a *canvas) {
	n := a.between(5, 8)
	w, h := 200/n, a.height()*a.between(62, 84)/100/n
	up := a.in(50)
	x := func(v float64) float64 {
		if up {
			return v
		}
		return 200 - v
	}
	s := a.path(a.art[0])
	s.move(x(0), a.foot)
	for i := range int(n) {
		y := a.foot - h*float64(i+1)
		s.to(x(w*float64(i)), y).to(x(w*float64(i+1)), y)
	}
	s.to(x(200), a.foot).close()
	if a.in(60) {
		k := a.path(a.art[0].mix(black, .3))
		for i := range int(n) {
			y := a.foot - h*float64(i+1)
			k.poly(x(w*float64(i)), y, x(w*float64(i)+w*.16), y, x(w*float64(i)+w*.16), a.foot, x(w*float64(i)), a.foot)
		}
	}
	on := float64(a.below(int(n) - 1))
	person(a, x(w*(on+.55)), a.foot-h*(on+1), a.between(30, 50), a.art[1])
	if a.in(40) {
		a.path(a.art[1]).rect(x(w*(n-1)+w*.5)-11, a.foot-h*n-38, 22, 38)
	}
}

// stars: a night in which things happen.
func stars(a *canvas) {
	s := a.path(a.art[1])
	n := int(a.between(7, 13))
	points := int(a.between(4, 6))
	for i := range n {
		r := a.between(3, 8)
		if i == 0 {
			r = a.between(16, 30)
		}
		s.star(a.between(12, 188), a.at(a.between(4, 72)/100), r, r*a.between(26, 44)/100, points, 0)
	}
	switch a.below(3) {
	case 0: // a tower
		x, w := a.between(50, 130), a.between(22, 36)
		top := a.at(a.between(34, 50) / 100)
		a.path(a.art[0]).rect(x, top, w, a.foot-top).poly(x-5, top, x+w/2, top-w*1.3, x+w+5, top).
			rect(x-w*.9, a.at(.66), w*.8, a.foot-a.at(.66)).poly(x-w*.95-3, a.at(.66), x-w*.5, a.at(.66)-w, x-w*.05, a.at(.66)).
			move(0, a.foot).bend(100, a.at(.74), 200, a.foot).close()
		a.path(a.art[1]).rect(x+w/2-3, top+12, 6, 11)
	case 1: // a moon
		x, y, r := a.between(60, 140), a.at(a.between(42, 60)/100), a.between(34, 58)
		a.path(a.art[0]).circle(x, y, r)
		a.path(a.ground).circle(x+r*.42, y-r*.16, r*.86)
	default: // hills and a gate
		a.path(a.art[0]).move(0, a.at(.75)).curve(50, a.at(.5), 90, a.at(.9), 200, a.at(.62)).to(200, a.foot).to(0, a.foot).close()
		a.path(a.art[2]).move(0, a.at(.9)).bend(110, a.at(.7), 200, a.at(.92)).to(200, a.foot).to(0, a.foot).close()
	}
}

// staves: lines of music.
func staves(a *canvas) {
	bend := a.between(-60, 60)
	gap := a.between(10, 15)
	y := a.at(a.between(34, 46) / 100)
	s := a.lines(a.art[0], 2)
	for i := range 5 {
		at := y + gap*float64(i)
		s.move(-4, at).curve(60, at-bend, 140, at+bend, 204, at)
	}
	notes := a.path(a.art[1])
	stems := a.lines(a.art[1], 3)
	n := a.between(3, 5)
	for i := range int(n) {
		x := 200 * (float64(i) + .5) / n
		p := x / 200
		at := y + gap*a.between(0, 8)/2 + bend*p*(1-p)*(2*p-1)*3
		notes.ellipse(x, at, gap*.66, gap*.5)
		way := a.sign()
		stems.segment(x+way*gap*.6, at, x+way*gap*.6, at-way*gap*3.4)
	}
	if a.in(50) {
		a.path(a.art[2]).circle(a.between(30, 170), a.at(a.between(20, 80)/100), a.between(12, 24))
	}
}

// lowSun: a sun on the horizon.
func lowSun(a *canvas) {
	horizon := a.at(a.between(56, 72) / 100)
	r := a.between(38, 70)
	x := a.between(60, 140)
	a.path(a.art[0]).circle(x, horizon-r*a.between(-10, 40)/100, r)
	if a.in(45) {
		s := a.path(a.ground)
		for i := range 4 {
			s.rect(0, horizon-6-float64(i)*11, 200, 4-float64(i)*.9)
		}
	}
	far := a.art[1].mix(a.ground, .3)
	s := a.path(far)
	for range int(a.between(1, 3)) { // mesas
		m, w, h := a.between(0, 200), a.between(16, 44), a.between(18, 52)
		s.poly(m-w-6, horizon+1, m-w+3, horizon-h, m+w-3, horizon-h, m+w+6, horizon+1)
	}
	land := a.art[1].mix(black, .15)
	a.path(land).rect(0, horizon, 200, a.foot-horizon)
	c := a.ink
	if contrast(c, land) < 1.8 {
		c = a.ground
	}
	foot := horizon + a.between(14, 40)
	switch a.below(3) {
	case 0: // a cactus
		m, u := a.between(40, 160), a.between(5, 8)
		a.path(c).rect(m, foot-u*11, u, u*11).rect(m-u*2.4, foot-u*7, u*2.4, u).rect(m-u*2.4, foot-u*9, u, u*2.2).rect(m+u, foot-u*5.5, u*2.2, u).rect(m+u*2.4, foot-u*8, u, u*3.4)
	case 1: // somebody rides
		m, u := a.between(50, 150), a.between(5, 7)
		a.path(c).ellipse(m, foot-u*4, u*2.6, u*1.1).rect(m-u*2.2, foot-u*4, u*.6, u*4).rect(m+u*1.6, foot-u*4, u*.6, u*4).
			poly(m+u*1.6, foot-u*4.4, m+u*3.2, foot-u*7, m+u*4.4, foot-u*6, m+u*2.6, foot-u*3.4).
			poly(m-u*.9, foot-u*4.4, m+u*.7, foot-u*4.4, m+u*.4, foot-u*7.6, m-u*.6, foot-u*7.6).circle(m-u*.1, foot-u*8.3, u*.8).rect(m-u*1.7, foot-u*9, u*3.2, u*.5)
	default:
		person(a, x, foot, a.between(34, 60), c)
	}
}

// target: rings and hairs.
func target(a *canvas) {
	x, y := a.between(60, 140), a.at(a.between(38, 62)/100)
	r := a.between(58, 84)
	n := a.between(3, 5)
	for i := range int(n) {
		c := a.art[0]
		if i%2 == 1 {
			c = a.ground
		}
		a.path(c).circle(x, y, r*(n-float64(i))/n)
	}
	if a.in(60) {
		a.path(a.art[1]).rect(x-1, a.top, 3, a.height()).rect(0, y-1, 200, 3)
	}
	c := a.path(a.art[1])
	if a.in(55) {
		c.circle(x, y, r*.16)
		return
	}
	for range 3 {
		hx, hy, hr := x+a.between(-60, 60), y+a.between(-60, 60), a.between(5, 9)
		c.star(hx, hy, hr*1.6, hr*.8, 7, 0)
		a.path(a.ground).circle(hx, hy, hr*.6)
		c = a.path(a.art[1])
	}
}

// tiles: a pattern of quarter circles.
func tiles(a *canvas) {
	n := a.between(3, 5)
	u := 200 / n
	rows := int(math.Ceil(a.height() / u))
	layers := [...]*shape{{colour: a.art[0], solid: 100}, {colour: a.art[1], solid: 100}, {colour: a.art[2], solid: 100}}
	whole := int(a.between(5, 30))
	for row := range rows {
		for column := range int(n) {
			x, y := u*float64(column), a.foot-u*float64(row+1)
			s := layers[[...]int{0, 0, 1, 1, 2}[a.below(5)]]
			switch k := a.below(4); {
			case a.in(whole):
				s.circle(x+u/2, y+u/2, u/2)
			case a.in(22):
				s.half(x+u/2, y+u/2, u/2, k)
			default:
				cx, cy := x+u*float64(k%2), y+u*float64(k/2)
				from := [...]float64{0, .5, 1.5, 1}[k] * math.Pi
				s.pie(cx, cy, u, from, from+math.Pi/2)
			}
		}
	}
	for _, s := range layers {
		a.shapes = append(a.shapes, s)
	}
}

// waves: the sea.
func waves(a *canvas) {
	horizon := a.at(a.between(30, 48) / 100)
	x, r := a.between(50, 150), a.between(20, 46)
	a.path(a.art[1]).circle(x, horizon-r*a.between(0, 60)/100, r)
	if a.in(55) { // a sail
		m, u := a.between(40, 160), a.between(26, 46)
		a.path(a.ink).poly(m, horizon+6, m, horizon-u, m+u*.6, horizon-u*.1).poly(m-3, horizon-u*.1, m-3, horizon-u*.8, m-u*.4, horizon-u*.1).poly(m-u*.6, horizon-1, m+u*.7, horizon-1, m+u*.4, horizon+10, m-u*.4, horizon+10)
	}
	n := a.between(4, 7)
	step := (a.foot - horizon) / n
	long := a.between(24, 50)
	for i := range int(n) {
		y := horizon + step*float64(i)
		c := a.art[0].mix(black, .5*float64(i)/n)
		switch {
		case i%3 == 1:
			c = a.art[2]
		case a.in(12):
			c = a.ink
		}
		s := a.path(c)
		from := -long * a.between(20, 180) / 100
		s.move(from, y)
		rise := a.between(8, 16)
		for at := from; at < 200; at += 2 * long {
			s.bend(at+long/2, y-rise, at+long, y).bend(at+1.5*long, y+rise, at+2*long, y)
		}
		s.to(260, a.foot+20).to(-60, a.foot+20).close()
	}
}

// window: lit from within or without.
func window(a *canvas) {
	columns, rows := a.between(2, 3), a.between(2, 4)
	w, h := a.between(26, 40), a.height()*a.between(46, 66)/100/rows
	gap := a.between(4, 7)
	left := a.between(22, int(178-columns*(w+gap)))
	top := a.at(a.between(10, 24) / 100)
	switch k := a.below(10); {
	case k < 3: // a house front, all windows
		columns, rows, gap = a.between(4, 6), a.between(4, 6), a.between(8, 12)
		w, h = (200-gap)/columns-gap, a.height()/rows-gap
		left, top = gap, a.top+gap/2
	case k < 6: // so near that it is cut off
		columns, rows, gap = 2, 2, a.between(7, 12)
		w, h = a.between(70, 92), a.height()*a.between(44, 56)/100
		left, top = a.between(-20, 16), a.at(a.between(-12, 6)/100)
	case k < 8: // its light on the floor
		lean := a.between(20, 70) * a.sign()
		a.path(a.art[0]).through(40).poly(left, a.at(.86), left+columns*(w+gap), a.at(.86), left+columns*(w+gap)+lean, a.foot, left+lean, a.foot)
	}
	odd := a.below(int(columns * rows))
	lit := a.path(a.art[0])
	for row := range int(rows) {
		for column := range int(columns) {
			x, y := left+float64(column)*(w+gap), top+float64(row)*(h+gap)
			if row*int(columns)+column == odd {
				continue
			}
			lit.rect(x, y, w, h)
		}
	}
	x, y := left+float64(odd%int(columns))*(w+gap), top+float64(odd/int(columns))*(h+gap)
	a.path(a.art[1]).rect(x, y, w, h)
	switch a.below(3) {
	case 0:
		person(a, x+w/2, y+h, h*.8, a.ground)
	case 1: // a curtain is drawn half
		a.path(a.art[2]).poly(left, top, left+w*.7, top, left+w*.3, top+rows*(h+gap)-gap, left, top+rows*(h+gap)-gap)
	default:
		a.path(a.ink).circle(x+w/2, y+h/2, math.Min(w, h)*.28)
	}
}

// birds: they fly off.
func birds(a *canvas) {
	if a.in(70) {
		a.path(a.art[1]).circle(a.between(40, 160), a.at(a.between(40, 70)/100), a.between(34, 66))
	}
	c := a.ink
	if a.in(40) {
		c = a.art[0]
	}
	s := a.lines(c, a.between(3, 5))
	x, y := a.between(20, 60), a.at(a.between(14, 34)/100)
	for i := range int(a.between(6, 12)) {
		u := a.between(6, 15)
		bx, by := x+float64(i%4)*a.between(34, 42), y+float64(i/4)*a.between(30, 44)+a.between(-8, 8)
		s.move(bx-u, by-u*.3).bend(bx-u*.4, by-u, bx, by).bend(bx+u*.4, by-u, bx+u, by-u*.3)
	}
	if a.in(60) { // wires
		w := a.lines(a.art[0], 2)
		for i := range int(a.between(2, 4)) {
			at := a.at(.72) + float64(i)*13
			w.move(0, at).bend(100, at+22, 200, at-6)
		}
	}
}

// chair: it is empty.
func chair(a *canvas) {
	floor := a.at(a.between(70, 84) / 100)
	if a.in(70) {
		a.path(a.shade(.28)).rect(0, floor-a.between(10, 30), 200, 200)
	}
	if a.in(55) {
		a.path(a.art[1]).circle(a.between(40, 160), a.at(.3), a.between(26, 52))
	}
	side := a.sign()
	x, u := a.between(78, 122), a.height()*a.between(58, 76)/1000
	p := func(v float64) float64 { return x + side*v*u }
	if a.in(60) {
		a.path(a.art[0].mix(black, .5)).through(60).poly(p(-2.4), floor, p(2.4), floor, p(7), a.foot, p(1), a.foot)
	}
	bar := func(s *shape, from, top, to, foot float64) {
		s.poly(p(from), top, p(to), top, p(to), foot, p(from), foot)
	}
	s := a.path(a.art[0])
	bar(s, -2.6, floor-9.4*u, -2, floor)
	bar(s, -2.6, floor-4.4*u, 2.6, floor-3.7*u)
	bar(s, 2, floor-4*u, 2.6, floor)
	bar(s, -2.6, floor-9.4*u, -1.2, floor-8.6*u)
	bar(s, -2.3, floor-7.4*u, -1.4, floor-6.8*u)
	bar(s, -2, floor-1.8*u, 2.3, floor-1.4*u)
	if a.in(35) { // a coat over it
		a.path(a.art[1]).poly(p(-3), floor-9.6*u, p(-1.6), floor-9.8*u, p(-.9), floor-4.6*u, p(-3.4), floor-4.9*u)
	}
}

// fields: planes of colour.
func fields(a *canvas) {
	inset := a.between(12, 26)
	at := a.top + inset*.8
	left := a.height() - inset*1.6
	colours := []colour{a.art[0], a.art[1], a.art[2]}
	shift := a.below(3)
	n := int(a.between(2, 3))
	for i := range n {
		h := left * a.between(26, 62) / 100
		if i == n-1 {
			h = left
		}
		a.path(colours[(i+shift)%3]).rect(inset, at, 200-2*inset, h-6)
		at += h
		left -= h
	}
	switch a.below(3) {
	case 0:
		a.path(a.ink).circle(a.between(60, 140), a.at(a.between(30, 60)/100), a.between(8, 18))
	case 1:
		a.lines(a.ink, 3).segment(inset, a.at(.62), 200-inset, a.at(a.between(40, 80)/100))
	}
}

// fuse: it burns.
func fuse(a *canvas) {
	x, y, r := a.between(76, 124), a.at(a.between(56, 64)/100), a.between(44, 66)
	side := a.sign()
	if a.in(45) {
		a.path(a.art[2]).star(x, y, r*1.75, r*1.2, int(a.between(9, 14)), 0)
	}
	a.path(a.art[0]).circle(x, y, r).rect(x-r*.24, y-r*1.2, r*.48, r*.4)
	ex, ey := x+side*r*a.between(90, 120)/100, y-r*a.between(130, 165)/100
	a.lines(a.ink, 3).move(x, y-r*1.2).curve(x, y-r*1.9, ex-side*r*.5, ey+r*.8, ex, ey)
	a.path(a.art[1]).star(ex, ey, 17, 7, 8, 0)
	if a.in(60) {
		a.lines(a.ground, 4).arc('M', x, y, r*.72, math.Pi*1.05, math.Pi*1.45)
	}
}

// grin: a face with little in it.
func grin(a *canvas) {
	x, y := a.between(84, 116), a.at(a.between(40, 54)/100)
	r := a.between(52, 84)
	if a.in(55) {
		a.path(a.art[0]).circle(x, y, r*1.14)
	}
	c, mouth := a.ground, a.art[1]
	if n := len(a.shapes); n == 0 {
		c, mouth = a.ink, a.art[0]
	}
	a.path(mouth.away(a.ground, 1.6)).half(x, y+r*.1, r*.72, 2)
	if a.in(50) {
		a.path(a.ink).rect(x-r*.6, y+r*.1, r*1.2, r*.17)
	}
	eyes := a.path(c)
	switch a.below(4) {
	case 0:
		eyes.circle(x-r*.36, y-r*.34, r*.13).circle(x+r*.36, y-r*.34, r*.13)
	case 1: // it winks
		eyes.circle(x-r*.36, y-r*.34, r*.15).rect(x+r*.2, y-r*.38, r*.36, r*.09)
	case 2:
		eyes.half(x-r*.36, y-r*.24, r*.2, 0).half(x+r*.36, y-r*.24, r*.2, 0)
	default: // spectacles
		a.lines(c, r*.08).circle(x-r*.34, y-r*.3, r*.25).circle(x+r*.34, y-r*.3, r*.25).segment(x-r*.1, y-r*.3, x+r*.1, y-r*.3)
	}
	if a.in(45) { // a hat
		a.path(a.art[2].away(a.ground, 1.5)).rect(x-r*.9, y-r*.84, r*1.8, r*.13).rect(x-r*.52, y-r*1.5, r*1.04, r*.7)
	}
}

// keyhole: what one should not see.
func keyhole(a *canvas) {
	x, y, r := a.between(84, 116), a.at(a.between(36, 46)/100), a.between(32, 50)
	if a.in(50) {
		a.path(a.art[1]).poly(x-r*1.7, a.at(.02), x+r*1.7, a.at(.02), x+r*1.7, a.at(.98), x-r*1.7, a.at(.98))
	}
	a.path(a.art[0]).circle(x, y, r).poly(x-r*.42, y, x+r*.42, y, x+r*.9, a.at(.92), x-r*.9, a.at(.92))
	switch a.below(3) {
	case 0:
		person(a, x, a.at(.92), r*1.7, a.ground)
	case 1:
		a.path(a.ground).move(x-r*.8, y).bend(x, y-r, x+r*.8, y).bend(x, y+r, x-r*.8, y).close()
		a.path(a.art[0]).circle(x, y, r*.32)
		a.path(a.ground).circle(x, y, r*.13)
	default:
		a.path(a.ground).rect(x-r*.3, y+r*.2, r*.6, r*.9)
		a.path(a.art[0]).circle(x+r*.15, y+r*.65, 2)
	}
}

// lens: the blades of an aperture.
func lens(a *canvas) {
	x, y, r := a.between(84, 116), a.at(a.between(46, 54)/100), a.between(74, 90)
	n := int(a.between(5, 8))
	turn, open := a.between(0, 60)/60, a.between(26, 56)/100
	even, odd := a.path(a.art[0]), a.path(a.art[0].mix(black, .3))
	if a.art[0].luminance() < .08 {
		odd.colour = a.art[0].mix(a.ink, .3)
	}
	for i := range n {
		from, to := turn+2*math.Pi*float64(i)/float64(n), turn+2*math.Pi*float64(i+1)/float64(n)
		s := even
		if i%2 == 1 {
			s = odd
		}
		sin0, cos0 := math.Sincos(from + .7)
		sin1, cos1 := math.Sincos(to + .7)
		s.arc('M', x, y, r, from, to).to(x+r*open*cos1, y+r*open*sin1).to(x+r*open*cos0, y+r*open*sin0).close()
	}
	if a.in(60) {
		a.path(a.art[1]).circle(x, y, r*open*a.between(40, 84)/100)
	}
	if a.in(40) {
		a.lines(a.ink, 3).circle(x, y, r+7)
	}
}

// letter: it has come.
func letter(a *canvas) {
	w := a.between(116, 150)
	h := w * a.between(58, 70) / 100
	x, y := 100-w/2+a.between(-10, 10), a.at(a.between(44, 56)/100)-h/2
	if a.in(40) {
		a.path(a.art[2]).circle(a.between(40, 160), a.at(a.between(20, 80)/100), a.between(40, 70))
	}
	a.path(a.art[0]).rect(x, y, w, h)
	a.path(a.art[0].mix(black, .22)).poly(x, y+h, x+w/2, y+h*.45, x+w, y+h)
	if a.in(40) { // it is open
		a.path(a.ink).poly(x+w*.1, y-h*.42, x+w*.9, y-h*.42, x+w*.9, y+h*.1, x+w/2, y+h*.5, x+w*.1, y+h*.1)
		s := a.path(a.ground)
		for i := range 3 {
			s.rect(x+w*.2, y-h*.3+float64(i)*h*.14, w*a.between(30, 60)/100, 3)
		}
		return
	}
	a.path(a.art[0].mix(a.ink, .25)).poly(x, y, x+w, y, x+w/2, y+h*.6)
	a.path(a.art[1]).circle(x+w/2, y+h*.56, h*.13)
	if a.in(50) {
		s := a.path(a.art[1])
		for i := 0.; i < w-6; i += 20 {
			s.poly(x+i+4, y-9, x+i+14, y-9, x+i+10, y-3, x+i, y-3)
		}
	}
}

// table: it is laid.
func table(a *canvas) {
	if a.in(50) { // seen from above
		x, y, r := 100., a.at(.5), a.between(66, 80)
		if a.in(50) {
			a.path(a.art[0]).circle(x, y, r)
		} else {
			a.path(a.art[0]).rect(x-r-8, y-r*.8, 2*r+16, r*1.6)
		}
		n := int(a.between(2, 4))
		turn := a.between(0, 60) / 60
		gone := a.below(n)
		plates, insides, forks := a.path(a.ink), a.lines(a.art[0], 2), a.lines(a.apart(a.ink, a.art[1]), 3)
		for i := range n {
			sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(n))
			px, py := x+cos*r*.62, y+sin*r*.48
			if i == gone {
				a.path(a.art[1]).circle(px, py, 18)
				continue
			}
			plates.circle(px, py, 18)
			insides.circle(px, py, 11)
			for side := -1.; side <= 1; side += 2 { // beside it, along the edge
				fx, fy := px-side*sin*25, py+side*cos*25
				forks.segment(fx-cos*13, fy-sin*13, fx+cos*13, fy+sin*13)
			}
		}
		return
	}
	top := a.at(a.between(58, 70) / 100)
	if a.in(65) { // a lamp above
		x := a.between(70, 130)
		a.path(a.art[1]).through(45).poly(x-14, a.at(.24), x+14, a.at(.24), x+74, top, x-74, top)
		a.path(a.art[1]).half(x, a.at(.24), 22, 0).rect(x-1, a.top, 2, a.at(.24)-a.top-20)
	}
	a.path(a.art[0]).rect(18, top, 164, 9).rect(30, top, 8, a.foot-top).rect(162, top, 8, a.foot-top)
	s := a.path(a.ink)
	for i := range int(a.between(2, 4)) {
		x := 46 + float64(i)*32 + a.between(0, 8)
		switch a.below(3) {
		case 0: // a bottle
			s.rect(x, top-34, 12, 34).rect(x+4, top-48, 4, 15)
		case 1: // a glass
			s.half(x+6, top-24, 10, 2).rect(x+5, top-16, 2, 16).rect(x, top-2, 12, 2)
		default:
			s.half(x+6, top, 13, 0)
		}
	}
}

// tree: it stands alone.
func tree(a *canvas) {
	ground := a.at(a.between(74, 88) / 100)
	x := a.between(60, 140)
	if a.in(65) {
		a.path(a.art[1]).circle(x+a.between(-50, 50), a.at(a.between(24, 60)/100), a.between(22, 48))
	}
	a.path(a.art[2]).move(0, ground+a.between(0, 14)).bend(a.between(60, 140), ground-a.between(4, 30), 200, ground+a.between(-4, 14)).to(200, a.foot).to(0, a.foot).close()
	tall := (ground - a.top) * a.between(62, 86) / 100
	s := a.path(a.art[0])
	if a.in(45) { // in leaf
		s.rect(x-4, ground-tall*.6, 8, tall*.6+6)
		for range int(a.between(3, 5)) {
			s.circle(x+a.between(-26, 26), ground-tall*.62+a.between(-26, 16), a.between(20, 32))
		}
	} else { // bare
		s.poly(x-6, ground+8, x-2, ground-tall, x+2, ground-tall, x+6, ground+8)
		l := a.lines(a.art[0], 3)
		for i := range int(a.between(4, 7)) {
			y, side := ground-tall*(.3+.1*float64(i)), float64(1-2*(i%2))
			u := tall * a.between(18, 34) / 100
			l.move(x, y).bend(x+side*u*.5, y-u*.3, x+side*u, y-u).segment(x+side*u*.55, y-u*.42, x+side*u*1.1, y-u*.45)
		}
	}
	if a.in(40) {
		person(a, x+a.sign()*a.between(24, 44), ground+6, a.between(22, 34), a.ink)
	}
}
