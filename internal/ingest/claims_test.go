package ingest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

func TestClaimsSurviveBeingKeptAsBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var w claimWriter
	for range 2000 {
		want := randomClaim(r)
		b := w.encode(&want)
		var got source.Claim
		if err := decodeClaim(b, "who", &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("kept\n%+v\ngot\n%+v", want, got)
		}
	}
}

func TestRatingTakesFewBytes(t *testing.T) {
	var w claimWriter
	b := w.encode(&source.Claim{ID: 111161, FilmdbRating: 9.3, FilmdbVotes: 2_700_000})
	if len(b) > 32 {
		t.Errorf("a rating takes %d bytes", len(b))
	}
}

func FuzzDamagedClaimBytesAreAnError(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	var w claimWriter
	for range 20 {
		c := randomClaim(r)
		f.Add(append([]byte(nil), w.encode(&c)...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var c source.Claim
		_ = decodeClaim(b, "who", &c) // must not panic or allocate without bound
	})
}

// randomClaim fills every field by reflection with probability a half, so that
// a field added to Claim and forgotten here fails the test.
func randomClaim(r *rand.Rand) source.Claim {
	var c source.Claim
	fill(r, reflect.ValueOf(&c).Elem())
	c.Origin = source.Origin{}
	return c
}

func fill(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name == "Source" {
				v.Field(i).SetString("who") // that of the file
			} else if r.IntN(2) == 0 {
				fill(r, v.Field(i))
			}
		}
	case reflect.String:
		v.SetString(fmt.Sprintf("wörd %d", r.IntN(1000)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1 + r.Int64N(1<<31))
	case reflect.Uint8:
		v.SetUint(1 + r.Uint64N(5))
	case reflect.Uint32:
		v.SetUint(1 + r.Uint64N(1<<30))
	case reflect.Float64:
		v.SetFloat(float64(1+r.IntN(100)) / 10)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem())
	case reflect.Slice:
		n := 1 + r.IntN(3)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(r, v.Index(i))
		}
	default:
		panic("a claim has a field of kind " + v.Kind().String())
	}
}

// a film built from claims alone, for tests: each input is one file.
type testInput struct {
	source string
	format source.Format
	period string
	claims []source.Claim
}

// buildOf merges claims as Build does, and gives the films and the report.
func buildOf(t *testing.T, inputs ...testInput) (films []*film.Film, r *Report) {
	t.Helper()
	r = buildWith(t, Options{Out: func(f *film.Film) error {
		films = append(films, f)
		return nil
	}}, inputs...)
	return films, r
}

// buildWith merges claims as Build does with the options.
func buildWith(t *testing.T, o Options, inputs ...testInput) *Report {
	t.Helper()
	b := newBuild(o)
	s := &arena{}
	for at, in := range inputs {
		for i, c := range in.claims {
			c.Origin = source.Origin{Source: in.source, Format: in.format, File: string(in.format), Line: i + 1, Period: in.period}
			s.add(at, &c)
		}
	}
	if err := b.merge(t.Context(), gather([]*arena{s})); err != nil {
		t.Fatal(err)
	}
	return b.report
}
