package sources

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"kinodex/internal/atomicfile"
)

// stateVersion is the version of the layout of state.json.
const stateVersion = 1

// state is what state.json has.
type state struct {
	Version int `json:"version"`
	// Terms are those that the operator accepted, by source.
	Terms map[string]Acceptance `json:"terms"`
	// Added are the sources of the operator, and Addresses what replaces that of a
	// built-in one.
	Added     []Source          `json:"added,omitempty"`
	Addresses map[string]string `json:"addresses,omitempty"`
	// Files are those that are kept, by source and name: filmdb/title.basics.tsv.gz.
	Files map[string]*FileRecord `json:"files"`
	// Changes is how far the movie database's changes are known.
	Changes changesState `json:"moviedb_changes"`
	// Articles is how far kept articles of Wikipedia were looked at again.
	Articles changesState `json:"wikipedia_articles,omitzero"`
}

// Acceptance says that the operator accepted terms, and which.
type Acceptance struct {
	At      time.Time `json:"accepted_at"`
	Terms   string    `json:"terms"`
	TermsAt string    `json:"terms_at"`
}

// FileRecord is a file that was found complete.
type FileRecord struct {
	// Name is its path in the directory of files; empty when there was nothing to keep,
	// such as a year of which a query found no film.
	Name   string `json:"name"`
	Format string `json:"format,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	Bytes  int64  `json:"bytes"`
	Rows   int    `json:"rows"`
	// Address, ETag and LastModified are what the server said of it.
	Address      string `json:"address,omitempty"`
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	// FetchedAt is when its bytes came, CheckedAt when the server was last asked.
	FetchedAt time.Time `json:"fetched_at"`
	CheckedAt time.Time `json:"checked_at"`
	// Internal files are for fetching others, not for builds.
	Internal bool `json:"internal,omitempty"`
}

// changesState says up to when the changes of a source have been fetched. Pending is when a fetch
// of them began that has not ended yet.
type changesState struct {
	Until   time.Time `json:"until,omitzero"`
	Pending time.Time `json:"pending,omitzero"`
}

// readState reads the state of a directory. One that has none is empty.
func readState(dir string) (state, error) {
	s := state{Version: stateVersion, Terms: map[string]Acceptance{}, Addresses: map[string]string{}, Files: map[string]*FileRecord{}}
	path := filepath.Join(dir, stateName)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("%s is damaged (%w): move it away, accept the terms again, and fetch", path, err)
	}
	if s.Version > stateVersion {
		return s, fmt.Errorf("%s was written by a newer Kinodex: update the program", path)
	}
	return s, nil
}

// write replaces the state of a directory.
func (s *state) write(dir string) error {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, stateName), append(b, '\n'))
}
