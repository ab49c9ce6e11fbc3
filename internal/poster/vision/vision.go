// Package vision reads one picture, as a film poster, with deterministic computer
// vision: no network, no clock, no chance. The same pixels give the same
// reading on every run, whatever the number of cores.
//
// Decode takes foreign bytes and gives a picture or a fault; Reader.Read takes
// a picture and gives a Reading, which is the wire shape of `analysis`; Fit and
// EncodeJPEG make renditions. A Reading says what is measured (colours, tone,
// edges, layout), what is estimated (text, typography, faces: each with a
// confidence or a score) and what a small model guesses (era, genres: null
// unless the guess beat its baseline on posters it had not seen).
// docs/posters.md explains every number; docs/cards/posters.md measures them.
//
// Every measurement is made on one canvas of about 300×450 pixels, so that a
// picture and its renditions are read alike (canvas.go).
//
// The package imports fault, the standard library and the WebP decoder of
// golang.org/x/image; nothing else. Start reading at Reader.Read.
package vision

import (
	"image"
	"math"
)

// Version names the method. It changes whenever the same picture would be read
// differently, so that stored readings of different versions are not compared.
const Version = "look/2"

// Reader reads pictures. It holds tables that never change after NewReader, so
// one Reader may be shared by any number of goroutines.
type Reader struct {
	tables  *colorTables
	cascade *cascade
	model   *Model
}

// NewReader prepares the tables, the face cascade and the model. It panics when
// what is embedded in the program is damaged, which a test excludes.
func NewReader() *Reader {
	faces, err := newCascade(facesXML)
	if err != nil {
		panic(err)
	}
	model, err := parseModel(modelJSON)
	if err != nil {
		panic(err)
	}
	return &Reader{tables: newColorTables(), cascade: faces, model: model}
}

// Read reads a picture as a poster. Transparent parts are read over white. An
// empty picture is read as one white pixel. It never fails: what cannot be
// told of a picture is null in the reading. One call works on one core.
// Time and memory depend on the picture's size only while it is resampled; then on the
// canvas. The reading shares nothing with img.
func (r *Reader) Read(img image.Image) *Reading {
	a, features := r.read(img)
	r.model.predict(a, features)
	return a
}

// ReadFeatures also gives the numbers that the model tells era and genres by, in
// the order of FeatureNames.
// Both results are the caller's own.
func (r *Reader) ReadFeatures(img image.Image) (*Reading, []float64) {
	a, features := r.read(img)
	r.model.predict(a, features)
	return a, features
}

// read does all that needs no model.
// The order matters: saliency needs faces, scores need composition and palette.
func (r *Reader) read(img image.Image) (*Reading, []float64) {
	c := r.tables.newCanvas(img)
	e := c.edges()
	tones := c.tone(r.tables.hueBins)
	lines := c.lines(e)
	a := &Reading{
		Version:        Version,
		Size:           c.size(),
		DominantColors: r.tables.dominant(c),
		Palette:        tones.palette,
		EdgeDensity:    round(e.density(), 4),
		Text:           c.text(lines),
		Typography:     c.typography(lines),
		Faces:          r.faces(c),
		PerceptualHash: c.hash(),
	}
	g := newGrid(c, e)
	g.markSaliency(a.Faces)
	a.Composition = g.composition()
	a.Composition.Summary = a.describeLayout()
	scheme, fit := tones.harmony()
	a.Palette.Harmony = scheme
	a.DesignQuality = a.scoreDesign(fit)
	a.Mood = a.deriveMood()
	return a, features(a, tones, g)
}

// size tells the picture's own dimensions.
func (c *canvas) size() Size {
	s := Size{Width: c.sourceW, Height: c.sourceH, Orientation: "square"}
	ratio := float64(c.sourceW) / float64(c.sourceH)
	s.AspectRatio = max(round(ratio, 4), 0.0001)
	switch {
	case math.Abs(ratio-1) < 0.02:
	case ratio < 1:
		s.Orientation = "portrait"
	default:
		s.Orientation = "landscape"
	}
	return s
}
