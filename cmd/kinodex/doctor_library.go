package main

import (
	"context"
	"errors"
	"time"

	"kinodex/internal/diskspace"
	"kinodex/internal/library"
	"kinodex/internal/library/replication"
)

// library opens the generation that serves on this machine.
func (r *checkUp) library(context.Context) {
	lib, err := library.Open(library.Root(r.Data))
	switch {
	case err != nil && r.Library != "":
		r.unfetched(err)
		return
	case err != nil:
		r.unopened(err)
		return
	}
	defer lib.Close()
	if lib.BuiltAt().After(time.Now().Add(time.Minute)) {
		r.fail("clock", "set this machine's clock, and keep it right with NTP", "the library was built at %s, which is to come", lib.BuiltAt().UTC().Format(time.RFC3339))
	}
	if r.Library != "" && replication.InstalledStarter(library.Root(r.Data)) {
		r.ok("library", "the starter library lies here; kinodex serve removes it, since the library comes from a bucket")
		return
	}
	r.ok("library", "generation %s, format %d, %d films (kinodex library verify reads every byte)", lib.Generation(), library.Format, lib.Manifest.Films)
}

// unopened tells why the library of a server that has its own does not open.
func (r *checkUp) unopened(err error) {
	var format *library.FormatError
	switch {
	case errors.Is(err, library.ErrEmpty):
		r.ok("library", "none yet; kinodex serve installs the starter library")
	case library.Outdated(err):
		r.ok("library", "the starter library of an older program; kinodex serve installs it anew")
	case errors.As(err, &format) && format.Format > library.Format:
		r.fail("library", "run the newer program, or kinodex library use a generation of this format (kinodex library list)", "%v", err)
	case errors.As(err, &format):
		r.fail("library", "kinodex build with this program, or run the older one", "%v", err)
	default:
		r.fail("library", "kinodex library use another generation (kinodex library list), or restore the file beside it and rename it", "%v", err)
	}
}

// unfetched tells why the library on the disk of a replica does not open, which is no failure:
// what the bucket names is fetched.
func (r *checkUp) unfetched(err error) {
	if errors.Is(err, library.ErrEmpty) || library.Outdated(err) {
		r.ok("library", "none on this disk yet; kinodex serve fetches the one that the bucket names")
		return
	}
	r.warn("library", "start kinodex serve, which fetches what the bucket names; look at the disk if this comes again", "%v", err)
}

// published looks at the bucket that the library is fetched from: what it names, whether this
// program can serve that, and whether there is room for it.
func (r *checkUp) published(ctx context.Context) {
	if r.Library == "" {
		return
	}
	const check = "library bucket"
	r.bucketsClock(ctx, r.Library)
	b, err := libraryBucket{Library: r.Library}.open(ctx, false)
	if err != nil {
		r.fail(check, "check endpoint, name and region in --library, and AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY", "%v", err)
		return
	}
	defer b.Close()
	p, _, err := replication.ReadPointer(ctx, b)
	if errors.Is(err, replication.ErrNothingPublished) {
		r.warn(check, "kinodex library publish where the library was built; replicas are not ready until then", "nothing was published")
		return
	}
	var missing int64
	if err == nil {
		missing, err = replication.Survey(ctx, b, p, library.Root(r.Data))
	}
	if err != nil {
		r.fail(check, adviceOnRefused(err), "%v", err)
		return
	}
	e, _ := p.Find(p.Generation)
	state := "serves"
	if time.Now().Before(p.NotBefore) {
		state = "serves from " + p.NotBefore.UTC().Format(time.TimeOnly) + " UTC on"
	}
	here := "all of it is on this disk"
	if missing > 0 {
		here = bytesOf(missing) + " of it are to be fetched"
	}
	r.ok(check, "generation %s, format %d, %d films %s; %s", e.Generation, e.Format, e.Films, state, here)
	r.room(missing)
}

// adviceOnRefused says what to do about a generation of a bucket that cannot serve.
func adviceOnRefused(err error) string {
	var refused *replication.RefusedError
	if !errors.As(err, &refused) {
		return "let the credentials read the bucket; ask again if its store was away"
	}
	switch refused.Reason {
	case library.ReasonNewer:
		return "run the newer program, or have an earlier generation serve: kinodex library rollback"
	case library.ReasonOlder:
		return "kinodex build with this program and publish that, or run the earlier program"
	}
	return "kinodex library published --verify tells more; publish with --mend sends every file again; kinodex library rollback has the one before serve"
}

// room looks whether what is to be fetched fits on the disk. Where something serves, that it
// does not fit is a warning, since that serves on.
func (r *checkUp) room(missing int64) {
	free, _, err := freeDisk(r.Data)
	if err != nil || missing == 0 || free >= missing+diskspace.Spare {
		return
	}
	const do = "make room: what is to be fetched and 64 MiB beside it must fit"
	tell := r.fail
	if lib, err := library.Open(library.Root(r.Data)); err == nil {
		_ = lib.Close()
		tell = r.warn
	}
	tell("disk", do, "%s are to be fetched, and %s are free", bytesOf(missing), bytesOf(free))
}
