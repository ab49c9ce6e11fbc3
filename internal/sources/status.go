package sources

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Standing is what is known of a source here.
type Standing struct {
	Source
	AcceptedAt *time.Time        `json:"terms_accepted_at"` // nil: not, or not those of today
	KeyGiven   bool              `json:"key_given"`
	Files      []KeptFile        `json:"files"`
	Partial    []PartialDownload `json:"partial"`
	Bytes      int64             `json:"bytes"`
	FetchedAt  *time.Time        `json:"fetched_at"` // of the newest file
	CheckedAt  *time.Time        `json:"checked_at"`
}

// KeptFile is a file that is kept, by the name that its source gives it.
type KeptFile struct {
	File string `json:"file"`
	FileRecord
	// Missing says that the file is gone or has lost bytes: the next fetch gets it again.
	Missing bool `json:"missing,omitempty"`
}

// PartialDownload is a download that the next fetch goes on with.
type PartialDownload struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

// Status returns the standing of every source.
func (s *Store) Status() []Standing {
	var all []Standing
	for _, c := range s.Sources() {
		all = append(all, s.standing(c))
	}
	return all
}

// standing returns that of one source. The address is shown without its query.
func (s *Store) standing(c Source) Standing {
	st := Standing{Source: c, Files: []KeptFile{}, Partial: []PartialDownload{}, KeyGiven: c.Key != "" && s.o.MoviedbKey != ""}
	if c.Kind != Folder {
		st.Address = shown(c.Address)
	}
	if a, ok := s.state.Terms[c.Name]; ok && s.Accepted(c) {
		st.AcceptedAt = &a.At
	}
	for _, key := range slices.Sorted(maps.Keys(s.state.Files)) {
		name, ok := strings.CutPrefix(key, c.Name+"/")
		if !ok {
			continue
		}
		k := s.state.Files[key]
		st.FetchedAt, st.CheckedAt = later(st.FetchedAt, k.FetchedAt), later(st.CheckedAt, k.CheckedAt)
		if k.Name == "" {
			continue
		}
		st.Bytes += k.Bytes
		st.Files = append(st.Files, KeptFile{File: name, FileRecord: *k, Missing: !s.has(k)})
	}
	st.Partial = s.unfinished(c.Name)
	return st
}

// later returns the later of two times, of which a may be nil.
func later(a *time.Time, b time.Time) *time.Time {
	if a != nil && a.After(b) {
		return a
	}
	return &b
}

// unfinished returns the downloads of a source that are under way.
func (s *Store) unfinished(name string) []PartialDownload {
	list := []PartialDownload{}
	entries, err := os.ReadDir(filepath.Join(s.dir, partialName))
	if err != nil {
		return list
	}
	for _, e := range entries {
		file := strings.TrimPrefix(e.Name(), name+"-")
		info, err := e.Info()
		if s.ownerOf(e.Name()) == name && err == nil && info.Size() > 0 && !strings.HasSuffix(file, ".json") {
			list = append(list, PartialDownload{File: file, Bytes: info.Size()})
		}
	}
	return list
}
