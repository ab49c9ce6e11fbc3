package writersroom

// What tests look at from outside.
var (
	SentencesOf = sentences
	NamesIn     = namesIn
	Shares      = shares
	FenceOf     = fenceOf
	System      = system
	MostShown   = mostShown
)

// Schemas are those of what engines write, by tool.
var Schemas = map[string][]byte{
	"coverage": schemaOf[CoverageReading](), "rewrite": schemaOf[RewriteReading](), "compare-style": schemaOf[CompareReading](),
	"style-match": schemaOf[StyleReading](), "trailer-concept": schemaOf[TrailerReading](), "logline": schemaOf[LoglineReading](),
	"visual-treatment": schemaOf[VisualReading](), "cast-recommend": schemaOf[CastReading](), "deep-analyze": schemaOf[DeepReading](),
}

func (m *Manuscript) Shown(most int) (string, string) { return m.shown(most) }
func (m *Manuscript) Page(scene int) int              { return m.page(scene) }
func (m *Manuscript) RecurringNouns() []string        { return m.recurringNouns() }
func (m *Manuscript) Absence(part int) (int, int)     { return m.absence(part) }
func (m *Manuscript) Turns() []Turn                   { return m.turns() }
func (m *Manuscript) TurningPoints() []TurningPoint   { return m.turningPoints() }

func (r *Tools) ProfilesOf(s Library) (any, error) { return r.profilesOf(s) }
