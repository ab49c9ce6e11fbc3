package openapi

import (
	"encoding/json"

	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// EncodedReading is ExampleReading as a library holds it.
func EncodedReading() film.Raw[vision.Reading] {
	b, _ := json.Marshal(ExampleReading()) // strings and finite numbers
	return b
}

// ExampleReading is the reading the description's examples tell of a poster.
func ExampleReading() *vision.Reading {
	return &vision.Reading{
		Version:       vision.Version,
		Size:          vision.Size{Width: 1000, Height: 1500, AspectRatio: 0.667, Orientation: "portrait"},
		DesignQuality: vision.Quality{Score: 71.5, Parts: []vision.QualityPart{{Name: "focus", Score: 71.5, Weight: 1, Why: "0.43 of what stands out lies near the first focal point"}}},
		Mood:          vision.Mood{Words: []string{"ominous"}, Valence: -0.4, Energy: 0.1, Because: []string{"dark, with strong contrast"}},
		Composition: vision.Composition{
			Summary:        "One figure, right of the middle, with calm all around.",
			SaliencyCenter: vision.Point{X: 0.58, Y: 0.44}, FocalPoints: []vision.Focus{{X: 0.62, Y: 0.4, Strength: 1}}, FocusStrength: 0.43,
			Thirds: []float64{0.05, 0.1, 0.15, 0.05, 0.2, 0.25, 0.05, 0.1, 0.05}, ThirdsAlignment: 0.81, Symmetry: 0.62, Balance: 0.7, NegativeSpace: 0.48,
		},
		DominantColors: []vision.Color{{Hex: "#14161a", Name: "black", Share: 0.55}, {Hex: "#d9d4c7", Name: "beige", Share: 0.2}},
		Palette: vision.Palette{
			Brightness: 0.24, Tone: "dark", ContrastRMS: 0.27, Contrast: 0.81, Saturation: 0.08, Colorfulness: 14.2,
			Temperature: "neutral", Warmth: 0.05, Grayscale: false, Harmony: "monochrome",
		},
		EdgeDensity: 0.07,
		Text:        vision.Text{Area: 0.09, Lines: 1, Blocks: []vision.TextBlock{{X: 0.1, Y: 0.82, W: 0.8, H: 0.08, Letters: 11}}, Height: ptr(0.07), Case: ptr("upper")},
		Typography: &vision.Typography{
			Weight: "bold", Width: "normal", Spacing: "normal", Case: ptr("upper"), Placement: "bottom",
			Hierarchy: 2.4, Contrast: 11.8, Confidence: 0.8, Note: "An estimate from the shapes of the largest lettering.",
		},
		Faces:          []vision.Face{{X: 0.52, Y: 0.3, W: 0.2, H: 0.14, Score: 0.9}},
		GenreSignals:   []vision.GenreSignal{{Genre: "Thriller", Score: 0.46}},
		GenreNote:      "From a small model of stored posters; its card tells how often it is right.",
		PerceptualHash: "a1b2c3d4e5f60718",
	}
}
