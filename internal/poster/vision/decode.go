package vision

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"

	"golang.org/x/image/webp"

	"kinodex/internal/fault"
)

// What a picture may be. A picture is refused by its header, before any of it
// is unpacked: MaxPixels bounds what decoding may take, at worst about 25 bytes
// a pixel (a progressive JPEG of four components), 400 MB; Memory tells of one.
const (
	MaxSide   = 8_000      // pixels
	MaxPixels = 16_000_000 // width times height
	// maxScans bounds the passes over a progressive JPEG: 10 are usual, and a
	// small file may ask for a hundred thousand.
	maxScans = 64
)

// accepted is what Decode takes, for the stranger.
const accepted = "a JPEG, PNG or WebP picture of at most 8,000 pixels a side and 16 million pixels in all"

// A format is one kind of picture file.
type format struct {
	mime   string
	config func([]byte) (image.Config, error)
	decode func([]byte) (image.Image, error)
}

var formats = [...]format{
	{
		"image/jpeg",
		func(b []byte) (image.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(b)) },
	},
	{
		"image/png",
		func(b []byte) (image.Config, error) { return png.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) (image.Image, error) { return png.Decode(bytes.NewReader(b)) },
	},
	{
		"image/webp",
		func(b []byte) (image.Config, error) { return webp.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) (image.Image, error) {
			img, err := webp.Decode(bytes.NewReader(b))
			if err != nil {
				return nil, err
			}
			return fullRange(img), nil
		},
	},
}

// Sniff gives the media type that the first bytes show: image/jpeg, image/png
// or image/webp, and "" for anything else.
// It reads no more than twelve bytes and says nothing of the rest.
func Sniff(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return "image/webp"
	}
	return ""
}

// Decode unpacks a JPEG, PNG or still WebP picture and turns it upright by its
// EXIF orientation. mime is what the sender calls it, and must be what the
// first bytes show; "" takes what they show. It gives the picture and its media
// type; any error is a fault of the kind InvalidImage that names what is
// accepted, with the cause for the log.
func Decode(data []byte, mime string) (img image.Image, is string, err error) {
	found := Sniff(data)
	if found == "" {
		return nil, "", refuse("its first bytes are of no such picture")
	}
	if mime != "" && mime != found {
		return nil, "", refuse("it was sent as %q and is %s", short(mime), found)
	}
	for _, f := range formats {
		if f.mime == found {
			img, err = f.unpack(data)
		}
	}
	if err != nil {
		return nil, "", err
	}
	return applyOrientation(img, orientation(data, found)), found, nil
}

// unpack checks the header and decodes. The decoders are not ours: a panic of
// theirs over foreign bytes is a broken picture, not a broken service.
func (f *format) unpack(data []byte) (img image.Image, err error) {
	defer func() {
		if p := recover(); p != nil {
			img, err = nil, refuse("it cannot be decoded").Because(fmt.Errorf("decoder panic: %v", p))
		}
	}()
	head, err := f.config(data)
	if err != nil {
		return nil, refuse("its header cannot be read").Because(err)
	}
	if head.Width < 1 || head.Height < 1 {
		return nil, refuse("it has no pixels")
	}
	if head.Width > MaxSide || head.Height > MaxSide || head.Width*head.Height > MaxPixels {
		return nil, refuse("it has %d×%d pixels", head.Width, head.Height)
	}
	if f.mime == "image/jpeg" && scans(data) > maxScans {
		return nil, refuse("it has more than %d scans", maxScans)
	}
	if img, err = f.decode(data); err != nil {
		return nil, refuse("it is damaged or cut short").Because(err)
	}
	if b := img.Bounds(); b.Dx() != head.Width || b.Dy() != head.Height {
		return nil, refuse("it is damaged").Because(errors.New("size differs from the header's"))
	}
	return img, nil
}

// fullRange brings lossy WebP, whose luma runs from 16 to 235 and whose chroma
// from 16 to 240 (BT.601, RFC 6386 9.2), to the full range of JPEG, which is
// what Go takes every such picture for. It changes the picture in place.
// Pictures of another kind are returned as they are.
func fullRange(img image.Image) image.Image {
	m, ok := img.(*image.YCbCr)
	if a, with := img.(*image.NYCbCrA); with {
		m, ok = &a.YCbCr, true
	}
	if !ok {
		return img
	}
	var luma, chroma [256]uint8
	for i := range 256 {
		luma[i] = uint8(min(max(math.Round(float64(i-16)*255/219), 0), 255))
		chroma[i] = uint8(min(max(math.Round(128+float64(i-128)*255/224), 0), 255))
	}
	for i, v := range m.Y {
		m.Y[i] = luma[v]
	}
	for _, plane := range [][]uint8{m.Cb, m.Cr} {
		for i, v := range plane {
			plane[i] = chroma[v]
		}
	}
	return img
}

// refuse says why a picture is not taken, and what is.
func refuse(why string, args ...any) *fault.Fault {
	f := fault.New(fault.InvalidImage, "the picture is not taken: %s; send %s", fmt.Sprintf(why, args...), accepted)
	f.Allowed = accepted
	return f
}

// short keeps a stranger's word short enough to be told back.
func short(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}

// overWhite puts a colour with premultiplied 16-bit alpha over white, in 8 bits.
func overWhite(c color.RGBA64) (r, g, b uint8) {
	rest := 0xffff - uint32(c.A)
	return uint8((uint32(c.R) + rest) >> 8), uint8((uint32(c.G) + rest) >> 8), uint8((uint32(c.B) + rest) >> 8)
}
