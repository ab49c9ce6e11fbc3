package starter

import (
	_ "embed"
	"fmt"
	"io"

	"kinodex/internal/library"
	"kinodex/internal/poster"
)

//go:embed readings.ndjson.zst
var packedReadings []byte

// Readings decodes what the program carries of films' posters: figures about
// pictures, in order of film, and no picture. A library has them for those of its
// films whose poster is not stored.
func Readings() ([]poster.CarriedReading, error) {
	readings, err := DecodeReadings(packedReadings)
	if err != nil {
		return nil, fmt.Errorf("starter readings: %w", err)
	}
	return readings, nil
}

// ReadingsSource names the readings among the sources of a library.
func ReadingsSource(n int) library.Source {
	return library.Source{Name: "readings of posters, without the pictures: figures only, see NOTICE", File: "readings.ndjson.zst", Rows: n}
}

// EncodeReadings writes readings as DecodeReadings reads them. Equal readings give
// equal bytes.
func EncodeReadings(w io.Writer, readings []poster.CarriedReading) error {
	return encodeLines(w, readings)
}

// DecodeReadings reads zstd-compressed readings, one JSON object a line.
func DecodeReadings(packed []byte) ([]poster.CarriedReading, error) {
	return decodeLines(packed, unmarshal[poster.CarriedReading])
}
