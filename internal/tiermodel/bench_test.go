package tiermodel

import (
	"runtime"
	"testing"
)

// As many samples and features as the research set had when this was written.
func BenchmarkTrainOnOneCore(b *testing.B) {
	samples, feature := drawn(292, 20, .3, 1), names(20)
	b.Run("forest", func(b *testing.B) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		x, y := vectors(samples), classesOf(samples)
		for b.Loop() {
			if _, err := growForest(x, y, Defaults()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("regression", func(b *testing.B) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		x, y := vectors(samples), classesOf(samples)
		for b.Loop() {
			if _, err := fitLogistic(x, y, Defaults()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("all, with five folds", func(b *testing.B) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		for b.Loop() {
			if _, err := Train(feature, samples, Defaults()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkVotes(b *testing.B) {
	samples := drawn(292, 20, .3, 1)
	f := grown(b, samples, Defaults())
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		f.Votes(samples[i%len(samples)].X)
		i++
	}
}

func BenchmarkDecode(b *testing.B) {
	m, err := Train(names(20), drawn(292, 20, .3, 1), Defaults())
	if err != nil {
		b.Fatal(err)
	}
	bytes := m.Encode()
	b.SetBytes(int64(len(bytes)))
	for b.Loop() {
		if _, err := Decode(bytes); err != nil {
			b.Fatal(err)
		}
	}
}
