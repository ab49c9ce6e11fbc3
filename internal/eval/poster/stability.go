package poster

import (
	"bytes"
	"context"
	"image"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/poster/vision"
	"kinodex/internal/stat"
)

// A change is what is done to a poster before it is read again.
type change struct {
	name string
	made func(img image.Image) (image.Image, error)
}

var changes = []change{
	{"JPEG quality 70", func(img image.Image) (image.Image, error) { return again(img, 70) }},
	{"half size", func(img image.Image) (image.Image, error) {
		b := img.Bounds()
		return again(vision.Fit(img, (b.Dx()+1)/2, (b.Dy()+1)/2), 90)
	}},
}

// again encodes and decodes.
func again(img image.Image, quality int) (image.Image, error) {
	var b bytes.Buffer
	if err := vision.EncodeJPEG(&b, img, quality); err != nil {
		return nil, err
	}
	out, _, err := vision.Decode(b.Bytes(), "image/jpeg")
	return out, err
}

// Stability reads up to most posters again after each change, and compares.
func (s *Set) Stability(ctx context.Context, most int) ([]Stability, error) {
	every := (len(s.Posters) + most - 1) / most
	var rows []int
	for i := 0; i < len(s.Posters); i += every {
		rows = append(rows, i)
	}
	all := make([]*vision.Descriptor, len(s.Posters))
	for i := range all {
		all[i] = s.Posters[i].Reading.Descriptor()
	}
	reader := vision.NewReader()
	var out []Stability
	for _, c := range changes {
		changed := make([]*vision.Reading, len(rows))
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(2)
		for k, i := range rows {
			group.Go(func() error {
				if err := ctx.Err(); err != nil {
					return err
				}
				img, _, err := vision.Decode(s.Posters[i].Bytes, "")
				if err != nil {
					return err
				}
				if img, err = c.made(img); err != nil {
					return err
				}
				changed[k] = reader.Read(img)
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		out = append(out, s.gap(c.name, rows, changed, all))
	}
	return out, nil
}

// gap compares changed readings with those of the originals.
func (s *Set) gap(name string, rows []int, changed []*vision.Reading, all []*vision.Descriptor) Stability {
	g := Stability{Change: name, Posters: len(rows)}
	n := float64(len(rows))
	var palettes []float64
	for k, i := range rows {
		a, b := s.Posters[i].Reading, changed[k]
		own, now := all[i], b.Descriptor()
		palettes = append(palettes, own.Palette(now))
		g.Brightness += math.Abs(a.Palette.Brightness-b.Palette.Brightness) / n
		g.Edges += math.Abs(a.EdgeDensity-b.EdgeDensity) / n
		g.TextArea += math.Abs(a.Text.Area-b.Text.Area) / n
		g.Bits += 64 * own.Hash(now) / n
		if len(a.Faces) == len(b.Faces) {
			g.Faces += 1 / n
		}
		d := own.Distance(now)
		g.Distance += d / n
		if !slices.ContainsFunc(all, func(o *vision.Descriptor) bool { return o != own && o.Distance(now) <= d }) {
			g.Found += 1 / n
		}
	}
	slices.Sort(palettes)
	g.Palette, g.PaletteTop = stat.Mean(palettes), palettes[len(palettes)*95/100]
	return g
}

// Between is the mean distance of two different posters, in palette and in
// all, over neighbours by film id.
func (s *Set) Between() (palette, distance float64) {
	n := float64(len(s.Posters) - 1)
	for i := range len(s.Posters) - 1 {
		a, b := s.Posters[i].Reading.Descriptor(), s.Posters[i+1].Reading.Descriptor()
		palette, distance = palette+a.Palette(b)/n, distance+a.Distance(b)/n
	}
	return palette, distance
}
