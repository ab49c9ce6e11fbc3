package app

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/blob"
	"kinodex/internal/fault"
	"kinodex/internal/snapshot"
)

// LinkLife is how long a link to a snapshot opens (REQ SN-08, SN-15).
const LinkLife = time.Hour

// snapshotWait is when one who finds no snapshot may ask again (REQ SN-11).
const snapshotWait = time.Minute

// Download is a file to take home: what it is, and a link that opens it for
// LinkLife. A link that starts with / is relative to the service's address.
type Download struct {
	Manifest *snapshot.Manifest
	// File is the file of a snapshot that the link opens; zero for changes.
	File snapshot.File
	Link string
}

// Snapshot returns a link to a file of all films: as lines when format is empty, else as
// one of snapshot.Tables. While there is none yet it is a fault of kind SnapshotNotReady;
// a format that this service does not make is one of kind NotFound.
func (v *Visit) Snapshot(ctx context.Context, format string) (*Download, error) {
	if format == "" {
		format = snapshot.Lines
	}
	if err := v.enter(ctx, access.Needs.Snapshot, nothingToCheck); err != nil {
		return nil, err
	}
	m, err := v.app.snapshots.newest(ctx)
	if err != nil {
		return nil, err
	}
	file, ok := m.FileOf(format)
	if !ok {
		return nil, v.app.snapshots.lacks(m, format)
	}
	d, err := v.download(ctx, m, snapshot.FileKey(m.Version, format), snapshot.FileName(m.Version, format))
	if err != nil {
		return nil, err
	}
	d.File = file
	return d, nil
}

// Changes returns links to what changed since a version, step by step, oldest first. steps is
// nil when that version is the newest. newest describes the newest version. A version
// of which no changes are stored is a fault of kind NotFound.
func (v *Visit) Changes(ctx context.Context, since string) (steps []*Download, newest *snapshot.Manifest, err error) {
	if err := v.enter(ctx, access.Needs.Snapshot, func() error { return checkVersion(since) }); err != nil {
		return nil, nil, err
	}
	if newest, err = v.app.snapshots.newest(ctx); err != nil {
		return nil, nil, err
	}
	versions, err := v.app.snapshots.since(ctx, newest, since)
	for _, m := range versions {
		d, err := v.download(ctx, m, snapshot.ChangesKey(m.Version), "kinodex-changes-"+m.Version+".ndjson.gz")
		if err != nil {
			return nil, nil, err
		}
		steps = append(steps, d)
	}
	return steps, newest, err
}

// FilmChangesQuestion asks which films changed since a version.
type FilmChangesQuestion struct {
	Since  string
	Cursor string // empty for the first page
	Limit  int
}

// FilmChanges is a page of the changes of films.
type FilmChanges struct {
	Changes    []snapshot.FilmChange // never nil
	Total      int                   // on all pages
	NextCursor *string               // nil on the last page
	Newest     string                // the version that they lead to
}

// FilmChanges answers which films were added, changed and removed since a version, version by
// version, oldest first, and by ascending id. A version of which no changes are stored is a
// fault of kind NotFound. The answer is another one once there is another SnapshotVersion.
func (v *Visit) FilmChanges(q FilmChangesQuestion) Prepared[*FilmChanges] {
	var from *snapshot.Place
	return Prepared[*FilmChanges]{
		visit: v, need: access.Needs.Snapshot,
		check: func() (err error) {
			if err := checkVersion(q.Since); err != nil || q.Cursor == "" {
				return err
			}
			from, err = decodePlace(q.Cursor)
			return err
		},
		find: func(ctx context.Context) (*FilmChanges, error) { return v.app.snapshots.films(ctx, q, from) },
	}
}

// SnapshotVersion returns the version of the newest snapshot to who may take it, or a fault of
// kind SnapshotNotReady while there is none. It spends nothing.
func (v *Visit) SnapshotVersion(ctx context.Context) (string, error) {
	if err := v.admit(access.Needs.Snapshot, nothingToCheck); err != nil {
		return "", err
	}
	m, err := v.app.snapshots.newest(ctx)
	if err != nil {
		return "", err
	}
	return m.Version, nil
}

// checkVersion returns a fault when no version is given. Whether there is such a
// version is asked when the question was paid for.
func checkVersion(version string) error {
	if version == "" {
		return fault.Missing("since", "a version, as meta.version and the snapshot's manifest name it")
	}
	return nil
}

// download returns a link to an object, with the name under which browsers save it. The link
// opens without a key and ends LinkLife after the visit was charged.
func (v *Visit) download(ctx context.Context, m *snapshot.Manifest, key, name string) (*Download, error) {
	link, err := v.app.snapshots.bucket.Link(ctx, key, name, v.now.Add(LinkLife))
	if err != nil {
		return nil, err
	}
	return &Download{Manifest: m, Link: link}, nil
}

// snapshots are the snapshots of the bucket. It is safe for concurrent use.
type snapshots struct {
	bucket blob.Bucket // nil for none; what makes snapshots uses it
	reads  *objects    // the same for answers
	told   news

	mu      sync.Mutex
	tables  []string // what this process makes beside the lines
	current *snapshot.Manifest
	read    time.Time // when it was, by the machine's clock
}

// snapshotFresh is how long the newest version is believed to be the newest,
// which spares a bucket at the other end of a network.
const snapshotFresh = 2 * time.Second

// newest returns the newest manifest, at most snapshotFresh old, or a fault of kind
// SnapshotNotReady while there is none. The lock is held while the bucket is asked, so
// that one request asks for all.
func (s *snapshots) newest(ctx context.Context) (*snapshot.Manifest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != nil && time.Since(s.read) < snapshotFresh {
		return s.current, nil
	}
	m, err := s.look(ctx)
	if errors.Is(err, snapshot.ErrNone) {
		return nil, fault.New(fault.SnapshotNotReady, "the snapshot is not made yet; ask again shortly").After(snapshotWait)
	}
	if err != nil {
		return nil, err
	}
	s.current, s.read = m, time.Now()
	return m, nil
}

// since returns the versions that lead from one to the newest, or a fault of kind NotFound
// when what leads there is not kept.
func (s *snapshots) since(ctx context.Context, newest *snapshot.Manifest, version string) ([]*snapshot.Manifest, error) {
	steps, err := snapshot.Since(ctx, s.reads, newest, version)
	if errors.Is(err, snapshot.ErrNone) {
		return nil, notKept(version)
	}
	return steps, err
}

// notKept is the fault of a version that no changes lead from.
func notKept(version string) error {
	return fault.New(fault.NotFound, "no changes are kept since version %.60q; take the snapshot anew", version)
}

// films answers a question for changes of films; from is nil for the first page.
func (s *snapshots) films(ctx context.Context, q FilmChangesQuestion, from *snapshot.Place) (*FilmChanges, error) {
	newest, err := s.newest(ctx)
	if err != nil {
		return nil, err
	}
	steps, err := s.since(ctx, newest, q.Since)
	if err != nil {
		return nil, err
	}
	found := &FilmChanges{Changes: []snapshot.FilmChange{}, Newest: newest.Version, Total: snapshot.CountFilmChanges(steps)}
	switch {
	case from != nil && !slices.ContainsFunc(steps, func(m *snapshot.Manifest) bool { return m.Version == from.Version }):
		return nil, badPlace() // of another since
	case len(steps) == 0:
		return found, nil
	case from == nil:
		from = &snapshot.Place{Version: steps[0].Version}
	}
	var next *snapshot.Place
	found.Changes, next, err = snapshot.FilmChanges(ctx, s.reads, steps, *from, q.Limit)
	if errors.Is(err, snapshot.ErrNone) {
		return nil, notKept(q.Since)
	}
	if next != nil {
		cursor := encodePlace(next)
		found.NextCursor = &cursor
	}
	return found, err
}

// encodePlace returns a place as a cursor. It is no secret, and whatever it was changed to
// leads to some change, or to none.
func encodePlace(p *snapshot.Place) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", p.Offset, p.Version))
}

// decodePlace reads what encodePlace wrote.
func decodePlace(cursor string) (*snapshot.Place, error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	offset, version, ok := strings.Cut(string(text), " ")
	n, wrong := strconv.ParseUint(offset, 10, 31)
	if err != nil || wrong != nil || !ok {
		return nil, badPlace()
	}
	return &snapshot.Place{Version: version, Offset: int(n)}, nil
}

// badPlace is the fault of a cursor that none of these answers gave.
func badPlace() error {
	bad := fault.New(fault.InvalidCursor, "cursor must be the next_cursor of an answer to the same since, passed unchanged")
	bad.Param, bad.Allowed = "cursor", "a next_cursor, unchanged"
	return bad
}

// lacks says why a version has no table: it is being made, or this service makes none.
func (s *snapshots) lacks(m *snapshot.Manifest, format string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.tables, format) {
		return fault.New(fault.SnapshotNotReady, "the %s file of this version is not made yet; ask again shortly", format).After(snapshotWait)
	}
	return fault.New(fault.NotFound, "this service makes no %s file of version %s; its manifest (format=json) lists what there is", format, m.Version)
}

// look reads the newest manifest from the bucket, or returns snapshot.ErrNone.
func (s *snapshots) look(ctx context.Context) (*snapshot.Manifest, error) {
	if s.bucket == nil {
		return nil, snapshot.ErrNone
	}
	return snapshot.Current(ctx, s.reads)
}

// makes remembers which tables are made.
func (s *snapshots) makes(tables []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables = tables
}

// SnapshotMade returns when the newest snapshot that this process knows of was made. ok is
// false while it knows of none. It does not ask the bucket.
func (a *App) SnapshotMade() (made time.Time, ok bool) {
	a.snapshots.mu.Lock()
	defer a.snapshots.mu.Unlock()
	if a.snapshots.current == nil {
		return time.Time{}, false
	}
	return a.snapshots.current.GeneratedAt, true
}

// BuildSnapshot writes the snapshot of the library that serves to the bucket; made is false
// when it exists already. It sets Films, Generation, Now and Sign of the options itself.
func (a *App) BuildSnapshot(ctx context.Context, o snapshot.Options) (m *snapshot.Manifest, made bool, err error) {
	if a.snapshots.bucket == nil {
		return nil, false, errors.New("build snapshot: there is no bucket")
	}
	a.snapshots.makes(o.Tables)
	lib, release, err := a.holder.Acquire()
	if err != nil {
		return nil, false, err
	}
	defer release()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer a.Rescue(&err)
	o.Films, o.Generation, o.Now = lib.Catalog, lib.Generation(), a.now()
	o.Sign = a.snapshotSigner.sign
	m, made, err = snapshot.Build(ctx, a.snapshots.bucket, o)
	if err != nil {
		return nil, false, fmt.Errorf("of generation %s: %w", lib.Generation(), err)
	}
	a.snapshots.mu.Lock()
	defer a.snapshots.mu.Unlock()
	a.snapshots.current, a.snapshots.read = m, time.Now()
	return m, made, nil
}

// snapshotSigner signs manifests, so that who was given a snapshot by others can tell that
// it is this service's. It is safe for concurrent use.
type snapshotSigner struct{ key ed25519.PrivateKey }

// newSnapshotSigner makes a signer of a secret of 32 bytes, which all replicas share.
func newSnapshotSigner(secret []byte) *snapshotSigner {
	return &snapshotSigner{signingKey(snapshot.SignedWords, secret)}
}

// sign returns the signature of a text and the key that it is checked with (RFC 8032).
func (s *snapshotSigner) sign(text []byte) (signature, publicKey []byte) {
	return ed25519.Sign(s.key, text), s.key.Public().(ed25519.PublicKey)
}
