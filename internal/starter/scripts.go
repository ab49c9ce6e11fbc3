package starter

import (
	_ "embed"
	"fmt"
	"io"

	"kinodex/internal/research"
)

//go:embed scripts.ndjson.zst
var packedScripts []byte

// Scripts decodes the measured screenplays that the program carries: figures
// only, in order of film. They are what a library has for its research set when
// its builder names no screenplays of their own.
func Scripts() ([]research.MeasuredScript, error) {
	scripts, err := DecodeScripts(packedScripts)
	if err != nil {
		return nil, fmt.Errorf("starter scripts: %w", err)
	}
	return scripts, nil
}

// EncodeScripts writes scripts as DecodeScripts reads them. Equal scripts give
// equal bytes.
func EncodeScripts(w io.Writer, scripts []research.MeasuredScript) error {
	return encodeLines(w, scripts)
}

// DecodeScripts reads zstd-compressed scripts, one JSON object a line.
func DecodeScripts(packed []byte) ([]research.MeasuredScript, error) {
	return decodeLines(packed, unmarshal[research.MeasuredScript])
}
