package vision

// Carried is the Origin of a reading that goes without its picture.
const Carried = "carried"

// Reading is what was read of a picture: the wire shape of `analysis`, in this
// order. Places and sizes are fractions of the picture's width and height from
// its upper left corner, so that they hold for every rendition; shares and
// scores are in [0, 1] unless told otherwise. Null is what could not be told.
// A Reading that Read made has no nil list but GenreSignals, and only finite numbers, so
// that it can always be encoded. Stored readings are of this shape, too: renaming a field
// or changing its meaning asks for another Version.
type Reading struct {
	Origin         string        `json:"origin,omitempty" enum:"carried" doc:"carried: the reading came with the program, and the service does not store the picture that was read. Left out of the service's own readings."`
	Version        string        `json:"version" doc:"The method that read the picture; readings of different versions are not comparable."`
	Size           Size          `json:"size" doc:"The picture's own dimensions."`
	DesignQuality  Quality       `json:"design_quality" doc:"A score of craft from stated formulas; not a judgement of taste."`
	Mood           Mood          `json:"mood" doc:"Mood words by stated rules over colour, contrast and faces."`
	Composition    Composition   `json:"composition" doc:"Where the picture puts its weight."`
	DominantColors []Color       `json:"dominant_colors" doc:"At most six colours, largest share first; shares sum to at most 1."`
	Palette        Palette       `json:"palette" doc:"Tone and colour of the picture as a whole."`
	EdgeDensity    float64       `json:"edge_density" doc:"Share of the picture that is an edge, 0 to 1."`
	Text           Text          `json:"text" doc:"Where lettering was found. An estimate."`
	Typography     *Typography   `json:"typography" nullable:"true" doc:"What the headline, the largest lettering, looks like; null when none was found."`
	Faces          []Face        `json:"faces" doc:"Frontal faces, most certain first."`
	GenreSignals   []GenreSignal `json:"genre_signals" nullable:"true" doc:"Genres that posters like this one announce, likeliest first; null when the model does not beat its baseline."`
	GenreNote      string        `json:"genre_note" doc:"What genre_signals rest on, or why they are null."`
	Era            *Era          `json:"era" nullable:"true" doc:"When posters like this one were made; null when the model does not beat its baseline."`
	PerceptualHash string        `json:"perceptual_hash" doc:"64-bit difference hash, 16 hexadecimal digits; few differing bits mean pictures that look alike."`
}

// Size is the picture's own dimensions, before anything was resized.
// Both sides are at least 1.
type Size struct {
	Width       int     `json:"width" doc:"Pixels."`
	Height      int     `json:"height" doc:"Pixels."`
	AspectRatio float64 `json:"aspect_ratio" doc:"Width over height."`
	Orientation string  `json:"orientation" enum:"portrait,landscape,square"`
}

// Quality is a weighted mean of parts, each by a formula of its own.
// Parts are always five, in the order of the enum.
type Quality struct {
	Score float64       `json:"score" doc:"0 to 100: the weighted mean of the parts."`
	Parts []QualityPart `json:"parts"`
}

// QualityPart is one part of the design score.
type QualityPart struct {
	Name   string  `json:"name" enum:"legibility,focus,balance,harmony,clarity"`
	Score  float64 `json:"score" doc:"0 to 100."`
	Weight float64 `json:"weight" doc:"Its share of the whole, 0 to 1."`
	Why    string  `json:"why" doc:"The measurement behind it, in words."`
}

// Mood is words with their reasons, and two numbers.
// The words are those of moodRules.
type Mood struct {
	Words   []string `json:"words" doc:"At most four, strongest first."`
	Valence float64  `json:"valence" doc:"-1 bleak to 1 bright."`
	Energy  float64  `json:"energy" doc:"-1 calm to 1 agitated."`
	Because []string `json:"because" doc:"For each word, the measurement that earned it."`
}

// Composition is where the picture puts its weight.
type Composition struct {
	Summary         string    `json:"summary" doc:"The layout in a sentence."`
	SaliencyCenter  Point     `json:"saliency_center" doc:"Centre of gravity of what stands out."`
	FocalPoints     []Focus   `json:"focal_points" doc:"At most three places that stand out most."`
	FocusStrength   float64   `json:"focus_strength" doc:"Share of what stands out that lies near the first focal point, 0 to 1."`
	Thirds          []float64 `json:"thirds" doc:"Share of what stands out in each ninth of the picture, row by row from the upper left; sums to 1."`
	ThirdsAlignment float64   `json:"thirds_alignment" doc:"How close the focal points are to the four crossings of the thirds: 1 on them, 0 as far as can be."`
	Symmetry        float64   `json:"symmetry" doc:"Likeness of the left half to the mirrored right half, 0 to 1."`
	Balance         float64   `json:"balance" doc:"1 when visual weight is even left and right, 0 when all lies on one side."`
	NegativeSpace   float64   `json:"negative_space" doc:"Share of the picture that is calm: little edge, little that stands out."`
}

// Point is a place in the picture.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Focus is a place that stands out.
// X and Y are fractions of width and height, from 0 to 1.
type Focus struct {
	X        float64 `json:"x"`
	Y        float64 `json:"y"`
	Strength float64 `json:"strength" doc:"Relative to the strongest place, which has 1."`
}

// Color is one of the picture's dominant colours.
// Share is rounded down, so that shares never sum to more than 1.
type Color struct {
	Hex   string  `json:"hex" doc:"sRGB, as #rrggbb."`
	Name  string  `json:"name" doc:"The nearest named colour."`
	Share float64 `json:"share" doc:"Share of the picture nearest to this colour."`
}

// Palette is tone and colour of the whole.
type Palette struct {
	Brightness   float64 `json:"brightness" doc:"Mean perceived lightness, 0 black to 1 white."`
	Tone         string  `json:"tone" enum:"very dark,dark,medium,bright,very bright"`
	ContrastRMS  float64 `json:"contrast_rms" doc:"Standard deviation of lightness, 0 to 0.5."`
	Contrast     float64 `json:"contrast" doc:"Lightness range between the 5th and the 95th percentile, 0 to 1."`
	Saturation   float64 `json:"saturation" doc:"Mean chroma relative to the strongest sRGB can show, 0 to 1."`
	Colorfulness float64 `json:"colorfulness" doc:"Hasler and Süsstrunk's M3: 0 gray, 15 slight, 45 average, 82 high, above 109 extreme."`
	Temperature  string  `json:"temperature" enum:"cool,neutral,warm"`
	Warmth       float64 `json:"warmth" doc:"-1 all cool to 1 all warm."`
	Grayscale    bool    `json:"grayscale" doc:"Whether the picture has next to no colour."`
	Harmony      string  `json:"harmony" enum:"monochrome,analogous,complementary,split complementary,triadic,varied"`
}

// Text is where lettering was found.
type Text struct {
	Area   float64     `json:"area" doc:"Share of the picture covered by text lines."`
	Lines  int         `json:"lines" doc:"Text lines found."`
	Blocks []TextBlock `json:"blocks" doc:"At most 24 text lines: the headline, then the others, tallest first."`
	Height *float64    `json:"height" doc:"Height of the headline's letters over the picture's height; null without text. The headline is the tallest line that looks much like lettering."`
	Case   *string     `json:"case" enum:"upper,mixed" doc:"Whether the headline's letters are all of one height, as capitals are; null when it cannot be told."`
}

// TextBlock is a text line.
// X, Y, W and H are fractions of the picture, a box that contains the letters.
type TextBlock struct {
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	W       float64 `json:"w"`
	H       float64 `json:"h"`
	Letters int     `json:"letters" doc:"Letter-like shapes in the line."`
}

// Typography is what the largest lettering looks like.
type Typography struct {
	Weight     string  `json:"weight" enum:"light,regular,bold,heavy" doc:"From the stroke's width over the letter's height."`
	Width      string  `json:"width" enum:"condensed,normal,wide" doc:"From the letters' width over their height."`
	Spacing    string  `json:"spacing" enum:"tight,normal,wide" doc:"From the gaps between letters."`
	Case       *string `json:"case" enum:"upper,mixed"`
	Placement  string  `json:"placement" enum:"top,middle,bottom" doc:"Where the largest line is."`
	Hierarchy  float64 `json:"hierarchy" doc:"Height of the headline's letters over the median line's."`
	Contrast   float64 `json:"contrast" doc:"Contrast ratio of the letters to their ground, 1 to 21 (WCAG 2)."`
	Confidence float64 `json:"confidence" doc:"0 to 1; see docs/posters.md."`
	Note       string  `json:"note"`
}

// Face is a frontal face.
type Face struct {
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	W     float64 `json:"w"`
	H     float64 `json:"h"`
	Score float64 `json:"score" doc:"0 to 1: how many overlapping windows agree."`
}

// GenreSignal is how strongly a poster announces a genre.
type GenreSignal struct {
	Genre string  `json:"genre"`
	Score float64 `json:"score" doc:"Chance that a film with such a poster has the genre, 0 to 1."`
}

// Era is when posters like this one were made.
type Era struct {
	Decade     string   `json:"decade" doc:"e.g. 1970s."`
	Year       int      `json:"year" doc:"The estimate itself."`
	Confidence float64  `json:"confidence" doc:"Chance that the decade is right within one decade either way, as measured on held-out posters."`
	Evidence   []string `json:"evidence" doc:"The measurements that moved the estimate most."`
}
