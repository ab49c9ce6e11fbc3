package vision

import (
	"image"
	"image/color"
)

// rows reads any picture row by row as 8-bit sRGB over white, the way all of
// the package sees pictures. The usual kinds have ways of their own; every
// other kind is asked pixel by pixel.
type rows struct {
	w, h int
	read func(y int, dst []uint8) // dst has 3·w bytes: red, green, blue
}

// rowsOf gives the rows of a picture. A picture without pixels is one white
// pixel.
// Nothing is read until the rows are asked for; img must not change until then. Rows may
// be read in any order, by one goroutine at a time.
func rowsOf(img image.Image) rows {
	if img == nil || img.Bounds().Empty() {
		return rows{1, 1, func(_ int, dst []uint8) { dst[0], dst[1], dst[2] = 0xff, 0xff, 0xff }}
	}
	b := img.Bounds()
	r := rows{w: b.Dx(), h: b.Dy()}
	switch m := img.(type) {
	case *image.YCbCr:
		r.read = ycbcrRows(m)
	case *image.Gray:
		r.read = func(y int, dst []uint8) {
			src := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
			for x := range r.w {
				dst[3*x], dst[3*x+1], dst[3*x+2] = src[x], src[x], src[x]
			}
		}
	case *image.RGBA:
		r.read = func(y int, dst []uint8) {
			src := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
			for x := range r.w {
				rest := 0xff - src[4*x+3]
				dst[3*x], dst[3*x+1], dst[3*x+2] = src[4*x]+rest, src[4*x+1]+rest, src[4*x+2]+rest
			}
		}
	case *image.NRGBA:
		r.read = func(y int, dst []uint8) {
			src := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
			for x := range r.w {
				a := uint32(src[4*x+3])
				for i := range 3 {
					dst[3*x+i] = uint8((uint32(src[4*x+i])*a + 0xff*(0xff-a) + 127) / 0xff)
				}
			}
		}
	case image.RGBA64Image:
		r.read = func(y int, dst []uint8) {
			for x := range r.w {
				dst[3*x], dst[3*x+1], dst[3*x+2] = overWhite(m.RGBA64At(b.Min.X+x, b.Min.Y+y))
			}
		}
	default:
		r.read = func(y int, dst []uint8) {
			for x := range r.w {
				cr, cg, cb, ca := img.At(b.Min.X+x, b.Min.Y+y).RGBA()
				dst[3*x], dst[3*x+1], dst[3*x+2] = overWhite(color.RGBA64{R: uint16(cr), G: uint16(cg), B: uint16(cb), A: uint16(ca)})
			}
		}
	}
	return r
}

// source gives the rows to the resampler.
func (r rows) source() source {
	row := make([]uint8, 3*r.w)
	return source{r.w, r.h, 3, func(y int) []uint8 {
		r.read(y, row)
		return row
	}}
}

// ycbcrRows reads what JPEG and lossy WebP decode to.
func ycbcrRows(m *image.YCbCr) func(int, []uint8) {
	b := m.Rect
	return func(y int, dst []uint8) {
		y += b.Min.Y
		luma := m.Y[m.YOffset(b.Min.X, y):]
		for x := range b.Dx() {
			c := m.COffset(b.Min.X+x, y)
			dst[3*x], dst[3*x+1], dst[3*x+2] = color.YCbCrToRGB(luma[x], m.Cb[c], m.Cr[c])
		}
	}
}

// planes are the three planes of a picture of luma and chroma that begins at
// the origin, as those decoded do. Resampling them is half the work of
// resampling its colours.
// It is false for other kinds, other origins and rarer subsamplings. The sources read the
// picture's own memory.
func planes(img image.Image) (p [3]source, ok bool) {
	m, ok := img.(*image.YCbCr)
	if !ok || m.Rect.Min != (image.Point{}) || m.Rect.Empty() {
		return p, false
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	cw, ch := w, h
	switch m.SubsampleRatio {
	case image.YCbCrSubsampleRatio444:
	case image.YCbCrSubsampleRatio422:
		cw = (w + 1) / 2
	case image.YCbCrSubsampleRatio420:
		cw, ch = (w+1)/2, (h+1)/2
	case image.YCbCrSubsampleRatio440:
		ch = (h + 1) / 2
	default:
		return p, false
	}
	plane := func(pix []uint8, stride, w, h int) source {
		return source{w, h, 1, func(y int) []uint8 { return pix[y*stride:][:w] }}
	}
	return [3]source{
		plane(m.Y, m.YStride, w, h), plane(m.Cb, m.CStride, cw, ch), plane(m.Cr, m.CStride, cw, ch),
	}, true
}
