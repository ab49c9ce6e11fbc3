package serve

import (
	"github.com/prometheus/client_golang/prometheus"

	"kinodex/internal/library"
)

// libraryBucket tells of the bucket that the library is fetched from. Without one it
// has no metrics.
type libraryBucket struct {
	state func() *library.BucketState // nil without a bucket
}

var (
	libraryBucketUp = prometheus.NewDesc("kinodex_library_bucket_up",
		"Whether the bucket of the library answered when it was last asked.", nil, nil)
	libraryNamed = prometheus.NewDesc("kinodex_library_bucket_info",
		"Always 1; its label is the generation that the bucket of the library names.", []string{"generation"}, nil)
	libraryRefused = prometheus.NewDesc("kinodex_library_bucket_refused",
		"1 for the reason why the generation that the bucket names does not serve.", []string{"reason"}, nil)
	libraryFetched = prometheus.NewDesc("kinodex_library_fetched_bytes_total",
		"Bytes of library files that were fetched from the bucket, as they are on the disk.", nil, nil)
	libraryMissing = prometheus.NewDesc("kinodex_library_missing_bytes",
		"Bytes of library files that are still to be fetched.", nil, nil)
)

// Describe sends the descriptors, as prometheus.Collector asks.
func (c libraryBucket) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{libraryBucketUp, libraryNamed, libraryRefused, libraryFetched, libraryMissing} {
		to <- d
	}
}

// Collect sends the values of this moment.
func (c libraryBucket) Collect(to chan<- prometheus.Metric) {
	b := c.state()
	if b == nil {
		return
	}
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	to <- prometheus.MustNewConstMetric(libraryFetched, prometheus.CounterValue, float64(b.Fetched))
	gauge(libraryBucketUp, number(!b.Away))
	gauge(libraryMissing, float64(b.Missing))
	if b.Wanted != "" {
		gauge(libraryNamed, 1, b.Wanted)
	}
	for _, reason := range library.Reasons {
		gauge(libraryRefused, number(b.Reason == reason), reason)
	}
}
