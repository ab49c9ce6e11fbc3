package wire

import (
	"io"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"kinodex/internal/param"
)

// Coding is a content coding the service can answer in (REQ F2-55).
type Coding uint8

// The codings.
const (
	Identity Coding = iota
	Gzip
	Zstd
)

// String gives the coding's name in Content-Encoding; Identity has none.
func (c Coding) String() string { return [...]string{"", "gzip", "zstd"}[c] }

// tinyBody is how many bytes a body must have before compressing it pays.
const tinyBody = 1024

// pays reports whether compressing so many bytes of a content type pays. Of drawings a page shows
// many at once, and other pictures are compressed already.
func pays(contentType string, bytes int) bool {
	switch {
	case contentType == "image/svg+xml":
		return bytes >= tinyBody/4
	case strings.HasPrefix(contentType, "image/"):
		return false
	}
	return bytes >= tinyBody
}

// Negotiate picks the coding for an Accept-Encoding header (RFC 9110 12.5.3): of two that the
// client likes equally well the one that is cheaper for the server, Gzip or Zstd.
// It never fails: a client that accepts none of the codings gets Identity.
func Negotiate(accept string, cheaper Coding) Coding {
	if accept == "" {
		return Identity
	}
	quality := [3]float64{-1, -1, -1} // identity, gzip, zstd; negative: not named
	others := -1.0
	for item := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(item, ";")
		q := weight(params)
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
			quality[Gzip] = q
		case strings.EqualFold(name, "zstd"):
			quality[Zstd] = q
		case strings.EqualFold(name, "identity"):
			quality[Identity] = q
		case name == "*":
			others = q
		}
	}
	if quality[Gzip] < 0 {
		quality[Gzip] = others // * stands for gzip, which everyone can read
	}
	best := Identity
	for _, c := range [...]Coding{Gzip + Zstd - cheaper, cheaper} {
		if quality[c] > 0 && quality[c] >= max(quality[best], 0) {
			best = c
		}
	}
	return best
}

// weight reads ";q=0.5"; a missing weight is 1, a malformed one 0.
func weight(params string) float64 {
	name, value, given := strings.Cut(strings.TrimSpace(params), "=")
	if !given || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 1
	}
	q, ok := param.ParseNumber(strings.TrimSpace(value))
	if !ok || q < 0 || q > 1 {
		return 0
	}
	return q
}

// compressors are costly to make and cheap to reset.
type compressors struct{ gzips, zstds sync.Pool }

// quick are for answers that are computed in less time than they take to compress well, dense for others.
var (
	quick = newCompressors(gzip.BestSpeed, zstd.SpeedFastest)
	dense = newCompressors(gzip.BestCompression, zstd.SpeedBetterCompression)
)

// densePage is the size of a page that is compressed well. A page this large tells one reader all about a
// screenplay, and took its analysis to make.
const densePage = 1 << 18

func newCompressors(gzipLevel int, zstdLevel zstd.EncoderLevel) *compressors {
	return &compressors{
		gzips: sync.Pool{New: func() any {
			w, _ := gzip.NewWriterLevel(io.Discard, gzipLevel)
			return w
		}},
		zstds: sync.Pool{New: func() any {
			w, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1),
				zstd.WithEncoderLevel(zstdLevel), zstd.WithWindowSize(1<<20))
			return w
		}},
	}
}

// appender is a slice that can be written to.
type appender []byte

// Write appends p. It never fails.
func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}

// compress appends the coded body to dst.
// Identity appends the body as it is.
func (with *compressors) compress(dst []byte, body []byte, c Coding) []byte {
	switch c {
	case Gzip:
		w := with.gzips.Get().(*gzip.Writer)
		defer with.gzips.Put(w)
		to := appender(dst)
		w.Reset(&to)
		_, _ = w.Write(body) // an appender does not fail
		_ = w.Close()
		return to
	case Zstd:
		w := with.zstds.Get().(*zstd.Encoder)
		defer with.zstds.Put(w)
		return w.EncodeAll(body, dst)
	}
	return append(dst, body...)
}

// compressor codes a stream; Flush makes all that was written readable.
type compressor interface {
	io.WriteCloser
	Flush() error
}

// newCompressor gives a compressor that writes to w, or nil for Identity, and
// how to give it back once it is closed or given up.
func newCompressor(w io.Writer, c Coding) (compressor, func()) {
	switch c {
	case Gzip:
		g := quick.gzips.Get().(*gzip.Writer)
		g.Reset(w)
		return g, func() { g.Reset(io.Discard); quick.gzips.Put(g) }
	case Zstd:
		z := quick.zstds.Get().(*zstd.Encoder)
		z.Reset(w)
		return z, func() { z.Reset(nil); quick.zstds.Put(z) }
	}
	return nil, func() {}
}
