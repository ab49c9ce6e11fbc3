package apptest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing/fstest"

	"kinodex/internal/blob/disk"
	"kinodex/internal/film"
	"kinodex/internal/poster"
)

// Picture draws a poster that does not exist, as a PNG of 120×180 pixels: a sky, a
// ground, a sun and a few bars, drawn from the seed. Equal seeds give equal bytes.
func Picture(seed uint64) []byte {
	const w, h = 120, 180
	draw := rand.New(rand.NewPCG(seed, 7))
	shade := func(dark int) color.RGBA {
		return color.RGBA{uint8(draw.IntN(256) / dark), uint8(draw.IntN(256) / dark), uint8(draw.IntN(256) / dark), 255}
	}
	sky, ground, sun, bar := shade(1), shade(3), shade(1), shade(2)
	x, y, r := 20+draw.IntN(80), 25+draw.IntN(60), 8+draw.IntN(25)
	horizon := 90 + draw.IntN(70)
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for py := range h {
		for px := range w {
			c := sky
			switch {
			case (px-x)*(px-x)+(py-y)*(py-y) < r*r:
				c = sun
			case py > horizon && px/6%3 == 0 && py < horizon+14:
				c = bar
			case py > horizon:
				c = ground
			}
			img.SetRGBA(px, py, c)
		}
	}
	var b bytes.Buffer
	// Not compressed, so that the bytes, and with them the picture's address, do not
	// depend on the compressor's version.
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Drawn lists the films that have a stored poster, Picture of their id, by id.
func Drawn() []film.ID { return []film.ID{101, 104, 105, 107, 108, 109, 110, 120} }

// gallery is a bucket with the stored posters, as files, and what they are.
type gallery struct {
	objects fs.FS
	posters *poster.StoredPosters
}

// stored is the gallery of every house, ingested once a process.
var stored = sync.OnceValues(func() (g gallery, err error) {
	dir, err := os.MkdirTemp("", "kinodex-apptest-")
	if err != nil {
		return g, err
	}
	defer os.RemoveAll(dir)
	var originals []poster.Original
	for _, id := range Drawn() {
		path := filepath.Join(dir, id.String()+".png")
		if err := os.WriteFile(path, Picture(uint64(id)), 0o644); err != nil {
			return g, err
		}
		originals = append(originals, poster.Original{Film: id, Path: path})
	}
	at := filepath.Join(dir, "objects")
	bucket, err := disk.Open(at, []byte("no link of this bucket is ever given"))
	if err != nil {
		return g, err
	}
	defer bucket.Close()
	report, err := poster.Ingest(context.Background(), poster.Options{Bucket: bucket, Originals: originals})
	if err != nil {
		return g, err
	}
	if len(report.Rejected) > 0 {
		return g, fmt.Errorf("a drawn poster was rejected: %v", report.Rejected)
	}
	if g.posters, err = poster.Load(context.Background(), bucket, nil); err != nil {
		return g, err
	}
	if g.posters.Len() != len(originals) {
		return g, errors.New("not all drawn posters were stored")
	}
	g.objects, err = inMemory(at)
	return g, err
})

// inMemory reads the files of a directory.
func inMemory(dir string) (fs.FS, error) {
	files := fstest.MapFS{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(path)
		files[filepath.ToSlash(name)] = &fstest.MapFile{Data: b, Mode: 0o644}
		return err
	})
	return files, err
}

// ProgressiveJPEG gives a grey picture as a progressive JPEG without subsampling. It
// has three bits for 64 pixels, and takes 15 bytes a pixel to unpack: 4,000×4,000
// pixels are 96 kB, and 240 MB unpacked.
func ProgressiveJPEG(w, h int) []byte {
	segment := func(marker byte, body ...byte) []byte {
		return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	}
	table := append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)
	frame := []byte{8, byte(h >> 8), byte(h), byte(w >> 8), byte(w), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0}
	codes := make([]byte, 18) // one code of one bit, for a difference of none
	codes[1] = 1
	b := slices.Concat([]byte{0xff, 0xd8}, segment(0xdb, table...), segment(0xc2, frame...), segment(0xc4, codes...),
		segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0))
	blocks := ((w + 7) / 8) * ((h + 7) / 8)
	b = append(b, make([]byte, (3*blocks+7)/8)...)
	return append(b, 0xff, 0xd9)
}
