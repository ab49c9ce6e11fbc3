package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"kinodex/internal/diskspace"
	"kinodex/internal/library"
	"kinodex/internal/serve"
)

// program tells which program this is.
func (r *checkUp) program(context.Context) {
	v := thisVersion()
	detail := fmt.Sprintf("kinodex %s, revision %s, %s, library format %d", v.Version, v.Revision, v.Go, v.LibraryFormat)
	if v.Modified {
		r.warn("program", "run a program that was built from a commit", "%s, built from a work tree with changes", detail)
	} else {
		r.ok("program", "%s", detail)
	}
	if made, err := time.Parse(time.RFC3339, v.Time); err == nil && time.Now().Before(made) {
		r.fail("clock", "set this machine's clock, and keep it right with NTP", "it is %s, which is before the program was made", time.Now().UTC().Format(time.RFC3339))
	}
}

// configuration reads what needs no other system to be checked.
func (r *checkUp) configuration(context.Context) {
	before := len(r.findings)
	if _, err := readPlans(r.Plans); err != nil {
		r.fail("configuration", "mend the file of --plans as docs/operations.md describes it", "%v", err)
	}
	switch base, err := serve.ParseBase(r.BaseURL); {
	case err != nil:
		r.fail("configuration", "give --base-url the address that clients use, such as https://films.example.com", "%v", err)
	case base == "":
		r.warn("configuration", "set --base-url (KINODEX_BASE_URL) once clients reach the service at a fixed address", "no base URL: links in snapshots are relative")
	}
	_, formats := tablesOf(r.Formats)
	_, signing := r.signIn()
	for _, err := range []error{r.check(), formats, signing} {
		if err != nil {
			r.fail("configuration", "mend the flag or its variable: kinodex serve --help", "%v", err)
		}
	}
	for flag, address := range map[string]string{"ledger": r.Ledger, "meters": r.Meters} {
		if err := showsPassword(os.Args, flag, address); err != nil {
			r.fail("configuration", "move it there, or into a file that the variable with _FILE names", "%v", err)
		}
	}
	if len(r.findings) == before {
		r.ok("configuration", "base URL %s", r.BaseURL)
	}
}

// directory looks at who may read and write the data directory and the SQLite ledger in it.
func (r *checkUp) directory(context.Context) {
	info, err := os.Stat(r.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.warn("data", "check --data; if this is a fresh machine, kinodex serve makes it", "%s does not exist", r.Data)
		return
	case err != nil:
		r.fail("data", "let the user who runs kinodex read the folders above it", "%v", err)
		return
	case !info.IsDir():
		r.fail("data", "give --data a directory", "%s is a file", r.Data)
		return
	}
	probe, err := os.CreateTemp(r.Data, ".doctor-*")
	if err != nil {
		r.fail("data", fmt.Sprintf("let user %d write there: chown -R %d %s; a full disk and one that is mounted read-only look alike", os.Getuid(), os.Getuid(), r.Data), "%v", err)
		return
	}
	_ = probe.Close()
	_ = os.Remove(probe.Name())
	if info.Mode().Perm()&0o002 != 0 {
		r.warn("data", "chmod o-w "+r.Data, "every user of this machine may write to %s", r.Data)
		return
	}
	if book, err := os.Stat(ledgerIn(r.Data)); err == nil && book.Mode().Perm()&0o077 != 0 {
		r.warn("data", "chmod 600 "+ledgerIn(r.Data), "other users of this machine may open the ledger (%v)", book.Mode().Perm())
		return
	}
	r.ok("data", "%s can be written", r.Data)
}

// freeDisk returns how many bytes and inodes may be written below a directory, or above where
// it will be made; inodes are negative where the file system does not count them.
func freeDisk(dir string) (bytes, inodes int64, err error) {
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil {
			break
		}
	}
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, 0, err
	}
	inodes = -1
	if s.Files > 0 {
		inodes = int64(s.Ffree)
	}
	return int64(s.Bavail) * int64(s.Bsize), inodes, nil
}

// disk looks for room for a second generation of the library that is built here; that of a
// bucket's library is looked at with it.
func (r *checkUp) disk(context.Context) {
	free, inodes, err := freeDisk(r.Data)
	if err != nil {
		r.warn("disk", "look at the disk by hand: df "+r.Data, "how much is free is not known: %v", err)
		return
	}
	need, detail := r.FreeDisk<<20, fmt.Sprintf("%d MiB are free", free>>20)
	if r.Library != "" {
		need = 0
	} else {
		if list, err := library.List(library.Root(r.Data)); err == nil {
			for _, e := range list {
				if e.Serves {
					need += e.Bytes
				}
			}
		}
		detail += fmt.Sprintf("; a new generation wants %d MiB", need>>20)
	}
	switch {
	case free < diskspace.Spare:
		r.fail("disk", "make room: without it keys cannot be made and, with SQLite, no request is counted and answered", "%s", detail)
	case free < need:
		r.warn("disk", "make room before the next kinodex build, or say with --free-disk what is enough", "%s", detail)
	case 0 <= inodes && inodes < 1000:
		r.fail("disk", "remove small files: the file system has no inodes left", "%d inodes are free", inodes)
	default:
		r.ok("disk", "%s", detail)
	}
}

// address tells whether the server can listen, or does already.
func (r *checkUp) address(ctx context.Context) {
	l, err := net.Listen("tcp", r.Addr)
	if err == nil {
		_ = l.Close()
		r.ok("address", "%s is free: no server runs there", r.Addr)
		return
	}
	if !errors.Is(err, syscall.EADDRINUSE) {
		r.fail("address", "give --addr an address of this machine; ports below 1024 need CAP_NET_BIND_SERVICE or systemd's socket", "%v", err)
		return
	}
	status, body, err := askHealth(ctx, "http://"+reachable(r.Addr)+"/readyz")
	switch {
	case err != nil:
		r.fail("address", "find who listens there (ss -ltnp), or choose another --addr", "%s is taken, and not by a server that answers: %v", r.Addr, err)
	case status == http.StatusOK:
		r.ok("address", "a server answers at %s: %s", r.Addr, body)
	default:
		r.fail("address", "its log says why; the checks above look at what it needs", "the server at %s is not ready: %d %s", r.Addr, status, body)
	}
}
