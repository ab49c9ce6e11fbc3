package starter

import (
	"bytes"
	"encoding/json"
	jsonv2 "encoding/json/v2"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"
)

// encodeLines writes values as decodeLines reads them: JSON, one value a line,
// compressed. Equal values give equal bytes.
func encodeLines[T any](w io.Writer, all []T) error {
	z, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	enc := json.NewEncoder(z)
	enc.SetEscapeHTML(false)
	for i, v := range all {
		if err := enc.Encode(v); err != nil {
			return fmt.Errorf("encode line %d: %w", i+1, err)
		}
	}
	return z.Close()
}

// unmarshal returns a value of its JSON.
func unmarshal[T any](line []byte) (value T, err error) {
	err = jsonv2.Unmarshal(line, &value) // which reads a line once
	return value, err
}

// unpack returns what is compressed, which nobody else has.
func unpack(packed []byte) ([]byte, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return z.DecodeAll(packed, make([]byte, 0, 10*len(packed))) // room for most; what is not used costs nothing
}

// decodeLines reads compressed values, nil when there is none, on every processor: it calls
// decode for each line, which nobody changes. The error names a line, counted from 1.
func decodeLines[T any](packed []byte, decode func(line []byte) (T, error)) ([]T, error) {
	text, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	lines := slices.Collect(bytes.Lines(text))
	if len(lines) == 0 {
		return nil, nil
	}
	values := make([]T, len(lines))
	const chunk = 64
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < len(lines); from += chunk {
		group.Go(func() (err error) {
			for i := from; i < min(from+chunk, len(lines)); i++ {
				if values[i], err = decode(lines[i]); err != nil {
					return fmt.Errorf("line %d: %w", i+1, err)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return values, nil
}
