package analyze

import (
	"strings"

	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// sceneTable lists the scenes as a production reads them.
func (r *report) sceneTable() table.Table {
	t := table.Table{Name: "scenes", Caption: "Scenes, with their length in eighths of a page", Columns: []table.Column{
		{Name: "Scene", Numeric: true}, {Name: "Number as written"}, {Name: "Heading"}, {Name: "Page", Numeric: true},
		{Name: "Length", Unit: "eighths of a page", Numeric: true}, {Name: "Setting"}, {Name: "Place"}, {Name: "Time of day"},
		{Name: "Words", Numeric: true}, {Name: "Speeches", Numeric: true}, {Name: "Who speaks"},
	}}
	for i := range r.sheet.Scenes {
		s := &r.sheet.Scenes[i]
		t.Add(table.Int(s.Scene).To(anchor(s.Scene)), orNone(s.Number), table.Text(s.Heading), table.Int(s.Page), table.Int(s.Eighths),
			table.Text(s.Setting), table.Text(s.Place), table.Text(s.TimeOfDay), table.Int(s.Words), table.Int(s.Speeches),
			table.Text(strings.Join(s.Characters, ", ")))
	}
	return t
}

// orNone returns the cell of a text that may be left out, which is not the same as unknown.
func orNone(s *string) table.Cell {
	if s == nil {
		return table.Text("")
	}
	return table.Text(*s)
}

// mostLeading is how many characters or places are listed at once; the others are on demand.
const mostLeading = 12

// leading returns a table with its first rows.
func leading(t table.Table, most int) table.Table {
	t.Rows = t.Rows[:min(len(t.Rows), most)]
	return t
}

// characterTable lists who speaks.
func (r *report) characterTable() table.Table {
	t := table.Table{Name: "characters", Caption: "Who speaks, the largest part first", Columns: []table.Column{
		{Name: "Character"}, {Name: "Words", Numeric: true}, {Name: "Dialogue", Unit: "%", Numeric: true, Doc: "Of all words of dialogue."}, {Name: "Speeches", Numeric: true},
		{Name: "Scenes", Numeric: true}, {Name: "First scene", Numeric: true}, {Name: "Last scene", Numeric: true}, {Name: "In scenes of", Unit: "eighths of a page", Numeric: true},
	}}
	sheet := map[string]*breakdown.Character{}
	for i := range r.sheet.Characters {
		sheet[r.sheet.Characters[i].Name] = &r.sheet.Characters[i]
	}
	for _, c := range r.Characters {
		length := table.Unknown()
		if on := sheet[c.Name]; on != nil {
			length = table.Int(on.Eighths)
		}
		t.Add(table.Text(strings.ToUpper(c.Name)), table.Int(c.Words), table.Percent(c.Share, 1), table.Int(c.Speeches), table.Int(c.Scenes),
			sceneCell(c.FirstScene), sceneCell(c.LastScene), length)
	}
	return t
}

func sceneCell(n *int) table.Cell {
	if n == nil {
		return table.Text("before the first")
	}
	return table.Int(*n).To(anchor(*n))
}

// placeTable adds the scenes up by place.
func (r *report) placeTable() table.Table {
	t := table.Table{Name: "places", Caption: "Places, the longest first", Columns: []table.Column{
		{Name: "Place"}, {Name: "Location"}, {Name: "Setting"}, {Name: "Scenes", Numeric: true}, {Name: "Length", Unit: "eighths of a page", Numeric: true}, {Name: "Words", Numeric: true},
	}}
	for _, p := range r.sheet.Places {
		t.Add(table.Text(p.Name), table.Text(p.Location), table.Text(strings.Join(p.Settings, ", ")), table.Int(p.Scenes), table.Int(p.Eighths), table.Int(p.Words))
	}
	return t
}

// sumTable adds the scenes up by what they have in common.
func sumTable(caption, column string, sums []breakdown.Sum) table.Table {
	t := table.Table{Name: caption, Caption: caption, Columns: []table.Column{
		{Name: column}, {Name: "Scenes", Numeric: true}, {Name: "Length", Unit: "eighths of a page", Numeric: true}, {Name: "Words", Numeric: true},
	}}
	for _, s := range sums {
		name := table.Text("not stated")
		if s.Name != nil {
			name = table.Text(*s.Name)
		}
		t.Add(name, table.Int(s.Scenes), table.Int(s.Eighths), table.Int(s.Words))
	}
	return t
}

// featureTable lists the twenty features with where they stand.
func (r *report) featureTable() table.Table {
	return part.FeatureTable("this script", &r.Features, r.Spread)
}

// actTable lists the three acts.
func (r *report) actTable() table.Table {
	t := table.Table{Name: "acts", Caption: "Three acts, cut at the scenes nearest to a quarter and three quarters of the words", Columns: []table.Column{
		{Name: "Act", Numeric: true}, {Name: "First scene", Numeric: true}, {Name: "Last scene", Numeric: true}, {Name: "Scenes", Numeric: true},
		{Name: "Words", Numeric: true}, {Name: "Share", Unit: "%", Numeric: true}, {Name: "Average scene", Unit: "words", Numeric: true},
		{Name: "Dialogue", Unit: "%", Numeric: true}, {Name: "Interior", Unit: "%", Numeric: true}, {Name: "Mood", Unit: "-1 to 1", Numeric: true},
	}}
	for _, a := range r.Acts {
		t.Add(table.Int(a.Act), sceneCell(&a.FirstScene), sceneCell(&a.LastScene), table.Int(a.Scenes), table.Int(a.Words), table.Percent(a.Share, 0),
			table.Float(a.AvgSceneLen, 0), table.Percent(a.DialogueRatio, 0), table.Percent(a.IntRatio, 0), table.Float(a.SentimentMean, 3))
	}
	return t
}

// turningTable lists the scenes where the turning points of a story are expected.
func (r *report) turningTable() table.Table {
	t := table.Table{Name: "turning_points", Caption: "Turning points, by position: the scenes where the literature expects them", Columns: []table.Column{
		{Name: "Turning point"}, {Name: "Expected at", Unit: "%", Numeric: true}, {Name: "Scene", Numeric: true}, {Name: "Heading"},
	}}
	for _, p := range r.Report.TurningPoints() {
		scene := p.Scene + 1
		t.Add(table.Text(p.Name), table.Percent(p.Position, 0), sceneCell(&scene), table.Text(r.heading(scene)))
	}
	return t
}

// changeTable lists what changed since the earlier draft, what exceeds the noise first.
func (r *report) changeTable() table.Table {
	t := table.Table{Name: "changes", Caption: "Features by draft; what changed by more than small edits do comes first", Stacks: true, Columns: []table.Column{
		{Name: "Feature"}, {Name: "Earlier", Numeric: true}, {Name: "Now", Numeric: true}, {Name: "Change", Numeric: true},
		{Name: "Small edits move it by up to", Numeric: true, Doc: "Nineteen of twenty small edits, one line in a hundred dropped or doubled, move it by no more."}, {Name: "Reading"},
	}}
	for _, exceeding := range []bool{true, false} {
		for f, about := range measure.Features() {
			d := r.Compared.Changes.At(f)
			if d.ExceedsNoise != exceeding {
				continue
			}
			write := func(v float64) table.Cell { return table.Cell{Text: part.FeatureNumber(about, v), Value: v} }
			floor, reading := table.Unknown(), "within noise"
			if d.NoiseFloor != nil {
				floor = write(*d.NoiseFloor)
			} else {
				reading = "noise was not measured"
			}
			if d.ExceedsNoise {
				reading = "changed"
			}
			t.Add(table.Text(part.FeatureHeading(about)), write(d.Before), write(d.After), write(d.Delta), floor, table.Text(reading))
		}
	}
	return t
}
