package corpus

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/library"
)

// Export writes the films of the library under root into a file, one a line, in
// ascending order of id, and gives their number. They come from the detail view,
// which carries all that is known of a film.
func Export(ctx context.Context, root, path string) (films int, err error) {
	lib, err := library.Open(root)
	if err != nil {
		return 0, err
	}
	defer lib.Close()
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer func() {
		if closing := f.Close(); err == nil {
			err = closing
		}
	}()
	w := bufio.NewWriterSize(f, 1<<20)
	var record []byte
	for d := range catalog.Doc(lib.Catalog.Len()) {
		if err := ctx.Err(); err != nil {
			return films, err
		}
		record = lib.Catalog.Record(d, film.Detail).AppendTo(record[:0], nil, "")
		if !json.Valid(record) {
			return films, fmt.Errorf("the record of %s is not JSON", lib.Catalog.ID(d))
		}
		w.Write(append(record, '\n'))
		films++
	}
	return films, w.Flush()
}
