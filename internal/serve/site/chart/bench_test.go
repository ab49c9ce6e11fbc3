package chart_test

import (
	"testing"

	"kinodex/internal/serve/site/chart"
)

func benchmark(b *testing.B, c chart.Chart) {
	b.ReportAllocs()
	for b.Loop() {
		b.SetBytes(int64(len(c.SVG())))
	}
}

func BenchmarkWorldMap(b *testing.B) { benchmark(b, nations()) }
func BenchmarkNetwork(b *testing.B)  { benchmark(b, network()) }
func BenchmarkHeatMap(b *testing.B)  { benchmark(b, correlations()) }
