package tables

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/parquet-go/parquet-go"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// rowGroup is how many films a row group has: few enough that a reader who asks for one
// year reads a small part of the file, enough that columns compress well.
const rowGroup = 4096

// Keys of the metadata of a Parquet file.
const (
	// columnsKey has a JSON array of Column, of the columns of the file. They stand in the
	// metadata of the file, since the library writes none of a column.
	columnsKey = "kinodex.columns"
	// licencesKey has a JSON array of Licence.
	licencesKey = "kinodex.licences"
)

// WriteParquet writes the films of a catalogue to a new file at path, by decade, main
// genre, year and id, with nested lists of cast, crew, companies, offers and provenance,
// compressed with zstd (Apache Parquet format 2), and a description of its columns. A file
// that is there is an error. When it fails, what it wrote means nothing.
func WriteParquet(ctx context.Context, path string, c *catalog.Catalog, tell Tell) (rows Rows, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	columns, err := json.Marshal(inParquet(Columns()))
	if err != nil {
		return nil, err
	}
	licences, err := json.Marshal(Licences())
	if err != nil {
		return nil, err
	}
	w := parquet.NewGenericWriter[Row](f,
		parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("kinodex", "1", "1"), // the same bytes from every build of the program
		parquet.DataPageStatistics(true),
		parquet.KeyValueMetadata(columnsKey, string(columns)),
		parquet.KeyValueMetadata(licencesKey, string(licences)),
	)
	if rows, err = each(ctx, c, byDecadeAndGenre(c), tell, func(_ film.ID, r *Row) error {
		_, err := w.Write([]Row{*r})
		return err
	}); err != nil {
		return nil, err
	}
	return rows, w.Close()
}
