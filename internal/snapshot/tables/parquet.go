package tables

import (
	"context"
	"errors"
	"os"

	"github.com/parquet-go/parquet-go"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// rowGroup is how many films a row group has: few enough that a reader who asks for one
// year reads a small part of the file, enough that columns compress well.
const rowGroup = 4096

// WriteParquet writes the films of a catalogue to a new file at path, by decade, main
// genre, year and id, with nested lists of cast, crew, companies, offers and provenance,
// compressed with zstd (Apache Parquet format 2). A file that is there is an error. When
// it fails, what it wrote means nothing.
func WriteParquet(ctx context.Context, path string, c *catalog.Catalog, tell Tell) (rows Rows, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := parquet.NewGenericWriter[Row](f,
		parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("kinodex", "1", "1"), // the same bytes from every build of the program
		parquet.DataPageStatistics(true),
	)
	if rows, err = each(ctx, c, byDecadeAndGenre(c), tell, func(_ film.ID, r *Row) error {
		_, err := w.Write([]Row{*r})
		return err
	}); err != nil {
		return nil, err
	}
	return rows, w.Close()
}
