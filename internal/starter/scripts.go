package starter

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"kinodex/internal/research"
)

//go:embed scripts.ndjson.zst
var packedScripts []byte

// Scripts decodes the measured screenplays that the program carries: figures
// only, in order of film. They are what a library has for its research set when
// its builder names no screenplays of their own.
func Scripts() ([]research.Measured, error) {
	scripts, err := DecodeScripts(bytes.NewReader(packedScripts))
	if err != nil {
		return nil, fmt.Errorf("starter scripts: %w", err)
	}
	return scripts, nil
}

// EncodeScripts writes scripts as DecodeScripts reads them. Equal scripts give
// equal bytes.
func EncodeScripts(w io.Writer, scripts []research.Measured) error {
	z, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	enc := json.NewEncoder(z)
	for _, s := range scripts {
		if err := enc.Encode(s); err != nil {
			return fmt.Errorf("encode the script of %s: %w", s.Film, err)
		}
	}
	return z.Close()
}

// DecodeScripts reads zstd-compressed scripts, one JSON object a line.
func DecodeScripts(r io.Reader) ([]research.Measured, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	var scripts []research.Measured
	dec := json.NewDecoder(bufio.NewReaderSize(z, 1<<16))
	for {
		var s research.Measured
		err := dec.Decode(&s)
		if errors.Is(err, io.EOF) {
			return scripts, nil
		}
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, s)
	}
}
