package starter

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
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

// decodeLines reads values to the end of r, nil when there is none. The error names
// the line, counted from 1.
func decodeLines[T any](r io.Reader) ([]T, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	var all []T
	dec := json.NewDecoder(bufio.NewReaderSize(z, 1<<16))
	for {
		var v T
		err := dec.Decode(&v)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(all)+1, err)
		}
		all = append(all, v)
	}
}
