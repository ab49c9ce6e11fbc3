package replication

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kinodex/internal/atomicfile"
	"kinodex/internal/diskspace"
	"kinodex/internal/library"
)

// obtain brings a generation under Root, unless it is there: files that other
// generations there have, and of the rest what is not fetched yet.
func (f *Follower) obtain(ctx context.Context, e PublishedGeneration) error {
	if err := checkFormat(e); err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, smallWithin)
	manifest, m, err := readManifest(asking, f.Bucket, e)
	cancel()
	if err != nil {
		return err
	}
	if library.Holds(f.Root, manifest) && f.sound(e.Generation) {
		if right, err := f.verified(ctx, m); right || err != nil {
			return err
		}
	}
	dir, err := library.OpenFetch(f.Root)
	if err != nil {
		return onDisk(e.Generation, err)
	}
	defer dir.Close()
	fetch := &fetcher{bucket: f.Bucket, dir: dir, fetched: &f.fetched, pause: attemptPause, atOnce: filesAtOnce}
	if err := fetch.clear(m.Files); err != nil {
		return onDisk(e.Generation, err)
	}
	places, missing, err := f.locate(ctx, m)
	if err != nil {
		return err
	}
	f.retireStale(e.Generation)
	if err := f.fits(e.Generation, missing); err != nil {
		return err
	}
	if len(missing) > 0 {
		f.Log.Info("fetching a library generation", "generation", e.Generation, "files", len(missing), "bytes", sizeOf(missing))
	}
	f.tell(func(s *library.BucketState) { s.Missing = sizeOf(missing) })
	err = fetch.fetchAll(ctx, e.Generation, missing, func(file library.File) error {
		f.tell(func(s *library.BucketState) { s.Missing -= file.Bytes })
		return f.unmoved(ctx)
	})
	if err != nil {
		return err
	}
	f.tell(func(s *library.BucketState) { s.Missing = 0 })
	if _, err := library.Adopt(f.Root, manifest, func(file library.File) string { return places[file.SHA256] }); err != nil {
		if errors.Is(err, library.ErrBuilding) {
			return err
		}
		return f.notAdopted(e.Generation, err)
	}
	f.remember(e.Generation, library.Stamp(f.Root, e.Generation)) // each file was digested as it came, or where it lay
	if err := fetch.clear(nil); err != nil {
		return onDisk(e.Generation, err)
	}
	return library.Warm(ctx, f.Root, e.Generation)
}

// notAdopted tells a disk that is full from a generation that does not open.
func (f *Follower) notAdopted(generation string, err error) error {
	if refused := onDisk(generation, err); isFull(err) {
		return refused
	}
	return refuse(generation, library.ReasonDamaged, err, "generation %s does not open, though its files are those that were published", generation)
}

// sound reports whether a generation that lies under Root with all its files is to be
// taken as it is. The one that the holder could not read is not.
func (f *Follower) sound(generation string) bool {
	state := f.holder.State()
	return state.Err == nil || state.Current != generation
}

// verified reports whether the files of a generation that lies under Root are those of its
// manifest. They are read once: what was found right is known by its stamp. If it is what serves
// and it is not right, it does so no longer.
func (f *Follower) verified(ctx context.Context, m library.Manifest) (bool, error) {
	stamp := library.Stamp(f.Root, m.Generation)
	if readRecord(f.Root).Verified[m.Generation] == stamp {
		return true, nil
	}
	err := library.CheckDigests(ctx, f.Root, m)
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err == nil:
		f.remember(m.Generation, stamp)
		return true, nil
	}
	f.Log.Error("a generation on the disk is not what was published, and is fetched again", "generation", m.Generation, "error", err)
	f.holder.Distrust(ctx, m.Generation)
	return false, nil
}

// remember notes that a generation with a stamp was verified. Where that cannot be written, it is
// verified again later.
func (f *Follower) remember(generation, stamp string) {
	r := readRecord(f.Root)
	kept := map[string]string{generation: stamp}
	for _, name := range []string{r.Generation, r.Previous} {
		if was, ok := r.Verified[name]; ok && name != generation {
			kept[name] = was
		}
	}
	r.Verified = kept
	if err := writeRecord(f.Root, r); err != nil {
		f.Log.Warn("it is not noted which generation was verified", "error", err)
	}
}

// locate says by digest where below Root each file is or will be, and which are missing.
func (f *Follower) locate(ctx context.Context, m library.Manifest) (map[string]string, []library.File, error) {
	places := map[string]string{}
	var missing []library.File
	for _, file := range m.Files {
		if places[file.SHA256] != "" {
			continue
		}
		at, err := library.FindFile(ctx, f.Root, file)
		if err != nil {
			return nil, nil, err
		}
		if at == "" {
			at = filepath.Join(library.FetchDir(""), file.SHA256)
			missing = append(missing, file)
		}
		places[file.SHA256] = at
	}
	return places, missing, nil
}

// retireStale removes generations that were fetched and never served: all but what
// serves, what served before it, and the one that is wanted.
func (f *Follower) retireStale(wanted string) {
	r := readRecord(f.Root)
	if r.Generation == "" { // nothing was fetched yet; what is here somebody built
		return
	}
	serves, err := library.Current(f.Root)
	if err != nil {
		return
	}
	if err := library.Retire(f.Root, serves, r.Previous, wanted, f.holder.Generation()); err != nil {
		f.Log.Warn("old generations are not removed", "error", err)
	}
}

// fits makes sure that missing files fit on the disk. When they do not, the generation
// that served before goes first.
func (f *Follower) fits(generation string, missing []library.File) error {
	need := sizeOf(missing)
	free, known := f.free(f.Root)
	if !known || need == 0 || free >= need+diskspace.Spare {
		return nil
	}
	if serves, err := library.Current(f.Root); err == nil && readRecord(f.Root).Generation != "" {
		if err := library.Retire(f.Root, serves, f.holder.Generation(), generation); err != nil {
			return err
		}
		if free, known = f.free(f.Root); !known || free >= need+diskspace.Spare {
			return nil
		}
	}
	return refuse(generation, library.ReasonDisk, nil, "the disk is too full: generation %s needs %d MB more than there are, of which %d MB are kept free",
		generation, (need+diskspace.Spare-free)>>20+1, diskspace.Spare>>20)
}

// unmoved returns errMoved when the pointer is no longer what it was. That the bucket
// does not answer is seen with the next file.
func (f *Follower) unmoved(ctx context.Context) error {
	if info, err := f.Bucket.Stat(ctx, pointerKey); err == nil && info.ETag != f.tag {
		return errMoved
	}
	return nil
}

// sizeOf is the sum of the files' bytes.
func sizeOf(files []library.File) int64 {
	var n int64
	for _, f := range files {
		n += f.Bytes
	}
	return n
}

// record is what a follower leaves for the next one.
type record struct {
	Generation string `json:"generation"` // that it had serve last
	Previous   string `json:"previous"`   // that served before
	// Verified are the stamps of generations whose files were held against their digests.
	Verified map[string]string `json:"verified,omitempty"`
}

// recordPath is where it lies.
func recordPath(root string) string { return filepath.Join(root, "fetched.json") }

// readRecord reads it; it is empty where nothing was fetched yet.
func readRecord(root string) record {
	var r record
	if b, err := os.ReadFile(recordPath(root)); err == nil && json.Unmarshal(b, &r) != nil {
		return record{}
	}
	return r
}

// writeRecord replaces it.
func writeRecord(root string, r record) error {
	b, err := encode(r)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(recordPath(root), b); err != nil {
		return fmt.Errorf("say what was fetched: %w", err)
	}
	return nil
}
