package apptest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// Scripts gives the measured screenplays of the house: one of every film that is
// rated, and two that are not in the research set, one of a film without a rating
// and one of a film that does not exist. Their figures are drawn, the same every
// time, around those of real scripts, and lean a little with the film's rating.
func Scripts() []research.MeasuredScript {
	var all []research.MeasuredScript
	for _, f := range Films() {
		rating := 0.0
		if f.Ratings.Filmdb != nil {
			rating = *f.Ratings.Filmdb
		} else if f.ID.String() != Bare {
			continue
		}
		all = append(all, script(f.ID, rating))
	}
	absent, _ := film.ParseID(Absent)
	return append(all, script(absent, 7))
}

// usual is the middle and the spread of each feature, about as in real scripts.
var usual = [measure.Count]struct{ mean, std, lean float64 }{
	measure.SceneCount:          {120, 40, 0},
	measure.AvgSceneLen:         {190, 60, 10},
	measure.SceneLenCV:          {1.1, 0.25, 0.05},
	measure.IntRatio:            {0.6, 0.14, 0},
	measure.LocationDiversity:   {0.55, 0.12, -0.02},
	measure.DialogueRatio:       {0.5, 0.1, 0.03},
	measure.ActionRatio:         {0.45, 0.09, -0.03},
	measure.AvgSpeechLen:        {11, 2.5, 0.6},
	measure.QuestionRatio:       {0.24, 0.05, 0.005},
	measure.ExclamationRatio:    {0.12, 0.07, -0.02},
	measure.CharacterCount:      {30, 9, 1},
	measure.LeadShare:           {0.28, 0.09, 0},
	measure.DialogueBalance:     {0.82, 0.07, 0.01},
	measure.AvgSentenceLen:      {9, 1.4, 0.2},
	measure.VocabRichness:       {0.53, 0.03, 0.004},
	measure.VocabularyRichness:  {90, 14, 2},
	measure.ProfanityRate:       {6, 6, -0.3},
	measure.SentimentMean:       {0.03, 0.04, 0},
	measure.SentimentArcSlope:   {0, 0.06, 0.004},
	measure.SentimentVolatility: {0.06, 0.02, 0},
}

func script(id film.ID, rating float64) research.MeasuredScript {
	draw := rand.New(rand.NewPCG(uint64(id), 1888))
	sum := sha256.Sum256([]byte("the script of " + id.String()))
	m := research.MeasuredScript{Film: id, Extractor: research.Extractor, SHA256: hex.EncodeToString(sum[:]), Characters: 120_000 + draw.IntN(90_000)}
	edited := [2]measure.Vector{}
	for f, about := range measure.Features() {
		u := usual[f]
		v := u.mean + u.lean*(rating-7) + u.std*draw.NormFloat64()
		m.Features[f] = within(v, about)
		for i := range edited {
			edited[i][f] = within(math.Abs(0.05*u.std*draw.NormFloat64()), about)
		}
	}
	m.Edits = edited[:]
	if id.String() != Ensemble {
		m.Series = series()
	}
	return m
}

// series are those of a made up screenplay; all scripts have the same, but that of Ensemble,
// which was measured without.
var series = sync.OnceValue(func() *measure.Series {
	return measure.NewMeter().Of(parse.Text(Screenplay(60))).Series()
})

// within rounds a value as features are stored, and keeps all but moods and slopes
// at 0 or above and shares at 1 or below.
func within(v float64, about measure.Feature) float64 {
	if about.Category != "emotion" {
		v = max(v, 0)
	}
	if about.Range == "0 to 1" {
		v = min(max(v, 0), 1)
	}
	scale := math.Pow10(about.Decimals)
	return math.Round(v*scale)/scale + 0
}

// Screenplay makes up a screenplay of so many scenes, about 400 characters each:
// the same one every time.
func Screenplay(scenes int) string {
	rooms := []string{"INT. CUTTING ROOM", "INT. PROJECTION BOOTH", "EXT. ÉTOILE CINEMA", "INT. NIGHT TRAIN", "EXT. STATION", "INT./EXT. VAN"}
	hours := []string{"NIGHT", "DAWN", "DAY"}
	people := []string{"IRIS", "TOMÁS", "THE CLERK", "MRS. ØDEGÅRD", "A BOY"}
	things := []string{"bench", "splicer", "timetable", "stove", "empty chair", "lamp"}
	lines := []string{
		"Where is the film?", "In the can. I think.", "You think! You never think.", "She left it at the station, with all the others.",
		"Are you happy now?", "No. What a terrible, terrible day.", "Then we begin again, from the first frame.", "Nobody saw us come in. Nobody ever does.",
	}
	draw := rand.New(rand.NewPCG(24, uint64(scenes)))
	pick := func(of []string) string { return of[draw.IntN(len(of))] }
	var b strings.Builder
	for range scenes {
		fmt.Fprintf(&b, "%s - %s\n\n%s crosses to the %s and waits. Rain. The %s is where it was; the %s is not.\n\n",
			pick(rooms), pick(hours), pick(people), pick(things), pick(things), pick(things))
		for range 3 + draw.IntN(4) {
			fmt.Fprintf(&b, "%s\n%s\n\n", pick(people), pick(lines))
		}
	}
	return b.String()
}
