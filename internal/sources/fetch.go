package sources

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"kinodex/internal/ingest/source"
)

// Outcome is what became of one file of a fetch.
type Outcome struct {
	Source string `json:"source"`
	File   string `json:"file"`
	// Status is fetched, unchanged, skipped or failed.
	Status string `json:"status"`
	Bytes  int64  `json:"bytes,omitempty"`
	Rows   int    `json:"rows,omitempty"`
	// Reason says why a file was skipped or failed, or what it is without; what was kept before is
	// kept still.
	Reason string `json:"reason,omitempty"`
}

// The states of an outcome.
const (
	Fetched   = "fetched"
	Unchanged = "unchanged"
	Skipped   = "skipped"
	Failed    = "failed"
)

// ErrTerms says that terms have not been accepted.
var ErrTerms = errors.New("its terms have not been accepted")

// ErrFailed says that some of what was to be fetched was not.
var ErrFailed = errors.New("not everything was fetched; what was kept before is kept still")

// Fetch brings the sources of these names up to date, or, without names, all that can be:
// those whose terms are accepted. A name may be that of one file: filmdb/title.ratings.
// One that fails does not keep others from being fetched; then the error is ErrFailed,
// and the outcomes say which. After a context's end nothing is lost but the bytes on
// their way.
func (s *Store) Fetch(ctx context.Context, names []string) ([]Outcome, error) {
	chosen, err := s.choose(names)
	if err != nil {
		return nil, err
	}
	f := &fetchRun{Store: s, ctx: ctx}
	for _, c := range chosen {
		switch c.Kind {
		case Files:
			f.files(c)
		case Moviedb:
			f.moviedb(c)
		case Wikidata:
			f.wikidata(c)
		case Wikipedia:
			f.wikipedia(c)
		case Address:
			f.single(c)
		case Folder:
			f.note(Outcome{Source: c.Name, Status: Skipped, Reason: "a folder of this machine is read where it is"})
		}
		if ctx.Err() != nil {
			return f.outcomes, ctx.Err()
		}
	}
	if slices.ContainsFunc(f.outcomes, func(o Outcome) bool { return o.Status == Failed }) {
		return f.outcomes, ErrFailed
	}
	return f.outcomes, nil
}

// choose returns the sources of the names; of those of the kind Files only the files that
// are named.
func (s *Store) choose(names []string) ([]Source, error) {
	if len(names) == 0 {
		ready := slices.DeleteFunc(s.Sources(), func(c Source) bool { return !s.Accepted(c) })
		if len(ready) == 0 {
			return nil, fmt.Errorf("no terms of a source have been accepted, so there is nothing to fetch: read those that kinodex sources list names, then run kinodex sources fetch filmdb --accept-terms")
		}
		return ready, nil
	}
	var chosen []Source
	for _, name := range names {
		whole, part, some := strings.Cut(name, "/")
		c, err := s.find(whole)
		if err != nil {
			return nil, err
		}
		if !s.Accepted(c) {
			return nil, fmt.Errorf("%s: %w: %s (%s). If you accept them, run kinodex sources fetch %s --accept-terms", c.Name, ErrTerms, c.Terms, c.TermsAt, c.Name)
		}
		if some {
			all := c.files
			c.files = slices.DeleteFunc(slices.Clone(all), func(f file) bool {
				return f.name != part && strings.TrimSuffix(f.name, ".tsv.gz") != part
			})
			if len(c.files) == 0 {
				return nil, fmt.Errorf("%s has no file %q%s", c.Name, part, listed(all))
			}
		}
		chosen = append(chosen, c)
	}
	return chosen, nil
}

// listed names files in a message; nothing when there are none.
func listed(files []file) string {
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.name, ".tsv.gz"))
	}
	if names == nil {
		return ""
	}
	return "; it has " + strings.Join(names, ", ")
}

// fetchRun is one run of Fetch.
type fetchRun struct {
	*Store
	ctx      context.Context
	outcomes []Outcome
}

// note records an outcome.
func (f *fetchRun) note(o Outcome) { f.outcomes = append(f.outcomes, o) }

// fail records that a file was not fetched.
func (f *fetchRun) fail(c Source, name string, err error) {
	if f.ctx.Err() == nil {
		f.note(Outcome{Source: c.Name, File: name, Status: Failed, Reason: err.Error()})
	}
}

// files fetches the files of a source.
func (f *fetchRun) files(c Source) {
	client := f.newClient(c)
	for _, want := range c.files {
		if f.ctx.Err() != nil {
			return
		}
		address, err := url.JoinPath(c.Address, want.name)
		if err == nil {
			err = f.one(client, c, oneFile{key: c.Name + "/" + want.name, name: want.name, address: address, format: want.format, dated: true})
		}
		if err != nil {
			f.fail(c, want.name, err)
		}
	}
}

// single fetches the file of an added source.
func (f *fetchRun) single(c Source) {
	name := nameIn(c.Address)
	if err := f.one(f.newClient(c), c, oneFile{key: c.Name + "/" + name, name: name, address: c.Address, digest: c.SHA256}); err != nil {
		f.fail(c, name, err)
	}
}

// unsafe matches what a name of a file is not made of.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// nameIn returns the name of the file at an address, which may tell its format or time.
func nameIn(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "file"
	}
	name := strings.Trim(unsafe.ReplaceAllString(path.Base(u.Path), "_"), ".")
	if len(name) > 100 {
		name = name[len(name)-100:]
	}
	if name == "" || name == "_" {
		return "file"
	}
	return name
}

// oneFile is a file at an address.
type oneFile struct {
	key, name, address string
	digest             string
	format             source.Format
	dated              bool // whether the kept name says the month
	internal           bool
}

// one fetches a file and records the outcome, unless it fails. A file that is found bad is
// downloaded once more from its beginning if it was put together from parts.
func (f *fetchRun) one(client *client, c Source, want oneFile) error {
	p, err := f.partial(want.key, want.address)
	if err != nil {
		return err
	}
	before := f.state.Files[want.key]
	have := before
	if !f.has(before) || want.digest != "" && before.SHA256 != want.digest {
		have = nil
	}
	tell := func(done, total int64) { f.o.Progress(want.key, "bytes", done, total) }
	for resumed := p.size() > 0; ; resumed = false {
		err := client.download(f.ctx, want.address, p, have, tell)
		if errors.Is(err, errUnchanged) {
			have.CheckedAt = f.o.now().UTC()
			f.note(Outcome{Source: c.Name, File: want.name, Status: Unchanged, Bytes: have.Bytes, Rows: have.Rows})
			return f.save()
		}
		if err != nil {
			return err
		}
		changed, err := f.keep(f.ctx, f.offer(want, p))
		var bad *badError
		if errors.As(err, &bad) {
			if err := p.discard(); err != nil {
				return err
			}
			if resumed {
				continue
			}
			return fmt.Errorf("%s sends no good %s: %w", shown(want.address), want.name, bad)
		}
		if err != nil {
			return err
		}
		status := Fetched
		if !changed {
			status = Unchanged
		}
		k := f.state.Files[want.key]
		f.note(Outcome{Source: c.Name, File: want.name, Status: status, Bytes: k.Bytes, Rows: k.Rows})
		return p.discard()
	}
}

// offer describes a downloaded file.
func (f *fetchRun) offer(want oneFile, p *partial) candidate {
	now := f.o.now().UTC()
	taken, err := http.ParseTime(p.said.LastModified)
	if err != nil || taken.After(now) {
		taken = time.Time{}
	}
	name := want.name
	if at := taken; want.dated {
		if at.IsZero() {
			at = now
		}
		name = dated(name, at)
	}
	return candidate{
		key: want.key, path: p.path, name: name, digest: want.digest, format: want.format, taken: taken,
		kept: FileRecord{
			Address: shown(want.address), ETag: p.said.ETag, LastModified: p.said.LastModified,
			FetchedAt: now, CheckedAt: now, Internal: want.internal,
		},
	}
}
