package vision

import (
	"image"
	"image/jpeg"
	"io"
)

// Fit gives the picture no larger than maxW×maxH pixels, in its own proportions
// and never enlarged, over white. Large pictures are halved by averaging first
// and then shrunk by Catmull-Rom, which keeps them sharp. What JPEG decoded to
// stays in luma and chroma, so that it need not be converted to be encoded
// again.
// The result shares no memory with img, but for pictures that need no change of size it is
// a copy all the same. maxW and maxH below 1 count as 1. It works on one core.
func Fit(img image.Image, maxW, maxH int) image.Image {
	src := rowsOf(img)
	w, h := fitSize(src.w, src.h, maxW, maxH)
	if p, ok := planes(img); ok {
		out := image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio444)
		for i, to := range [...]*[]uint8{&out.Y, &out.Cb, &out.Cr} {
			*to = catmullRom.fit(p[i], 4, w, h)
		}
		return out
	}
	pix := catmullRom.fit(src.source(), 4, w, h)
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range w * h {
		out.Pix[4*i], out.Pix[4*i+1], out.Pix[4*i+2], out.Pix[4*i+3] = pix[3*i], pix[3*i+1], pix[3*i+2], 0xff
	}
	return out
}

// fit resamples a source to w×h, and halves it first by averaging while it is
// times that or larger.
// Only two rows of each step are held at a time, not a half-size picture.
func (k kernel) fit(src source, times, w, h int) []uint8 {
	for src.w >= times*w && src.h >= times*h {
		src = halve(src)
	}
	return k.resample(src, w, h)
}

// fitSize is the largest size of the proportions w:h within maxW×maxH, at most
// w×h and at least one pixel a side.
func fitSize(w, h, maxW, maxH int) (int, int) {
	maxW, maxH = max(1, min(maxW, w)), max(1, min(maxH, h))
	if w*maxH > h*maxW {
		return maxW, max(1, (h*maxW+w/2)/w)
	}
	return max(1, (w*maxH+h/2)/h), maxH
}

// halve is a source at half its size, each pixel the mean of four.
// An odd last row or column is left out. The row that comes back is overwritten by the
// next.
func halve(src source) source {
	n := src.channels
	upper, out := make([]uint8, n*src.w), make([]uint8, n*(src.w/2))
	return source{src.w / 2, src.h / 2, n, func(y int) []uint8 {
		copy(upper, src.row(2*y))
		lower := src.row(2*y + 1)
		if n == 1 {
			for x := range out {
				out[x] = uint8((uint32(upper[2*x]) + uint32(upper[2*x+1]) + uint32(lower[2*x]) + uint32(lower[2*x+1]) + 2) / 4)
			}
			return out
		}
		for x := range src.w / 2 {
			for c := range n {
				i := 2*n*x + c
				out[n*x+c] = uint8((uint32(upper[i]) + uint32(upper[i+n]) + uint32(lower[i]) + uint32(lower[i+n]) + 2) / 4)
			}
		}
		return out
	}}
}

// EncodeJPEG writes the picture as a JPEG of a quality from 1 to 100, over
// white when parts of it are transparent.
// Nothing of the original's file but its pixels is written: no EXIF, no colour profile.
func EncodeJPEG(w io.Writer, img image.Image, quality int) error {
	if o, ok := img.(interface{ Opaque() bool }); !ok || !o.Opaque() {
		img = Fit(img, MaxSide, MaxSide)
	}
	return jpeg.Encode(w, img, &jpeg.Options{Quality: min(max(quality, 1), 100)})
}
