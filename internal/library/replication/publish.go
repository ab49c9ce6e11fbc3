package replication

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// PublishOptions say what to publish and how.
type PublishOptions struct {
	Root       string // of the library
	Generation string // one under Root; the one that serves when empty
	// Scratch is a directory for compressed files, one at a time.
	Scratch string
	// SwapIn is how long from now followers wait before the generation serves, at
	// least. It should be longer than they take to see and fetch it.
	SwapIn time.Duration
	// Mend sends every file and the manifest again, and replaces a pointer that is
	// damaged. Without it what the bucket has is not read.
	Mend bool
	// Progress is told of the bytes of files that are done; it may be nil.
	Progress library.Progress
	Clock
}

// PublishReport tells what Publish did.
type PublishReport struct {
	Generation string    `json:"generation"`
	Films      int       `json:"films"`
	NotBefore  time.Time `json:"not_before"`
	// Moved is false when the bucket named the generation already.
	Moved bool `json:"moved"`
	// Files of the generation, those of them that were sent, and the compressed bytes.
	Files     int   `json:"files"`
	Sent      int   `json:"sent"`
	SentBytes int64 `json:"sent_bytes"`
}

// Publish brings a generation into a bucket and has the pointer name it. Files that the
// bucket has are not sent. Each file is held against its digest as it is sent, so a
// damaged generation is not published. Nothing that serves changes before the pointer
// moves; a Publish that was stopped is run again. It returns a *LostError when somebody
// else moved the pointer meanwhile, and an error for a generation that is withheld.
func Publish(ctx context.Context, b blob.Bucket, o PublishOptions) (*PublishReport, error) {
	manifest, m, err := library.ReadManifest(o.Root, o.Generation)
	if err != nil {
		return nil, err
	}
	if library.Withheld(o.Root, m.Generation) {
		return nil, fmt.Errorf("generation %s is withheld, since it has too few films: if it is meant, make it serve first with kinodex library use %s", m.Generation, m.Generation)
	}
	p := publisher{PublishOptions: o, bucket: b, m: m, manifest: manifest}
	for {
		report, err := p.publish(ctx)
		if !errors.Is(err, errPruned) { // then files may be gone that were there
			return report, err
		}
	}
}

// publisher publishes one generation.
type publisher struct {
	PublishOptions
	bucket   blob.Bucket
	m        library.Manifest
	manifest []byte
	report   PublishReport
}

// publish sends what the bucket lacks, the manifest behind the files, and moves the
// pointer as it was before.
func (p *publisher) publish(ctx context.Context) (*PublishReport, error) {
	v, err := settled(ctx, p.bucket, p.Clock)
	var refused *RefusedError
	switch {
	case p.Mend && errors.As(err, &refused) && refused.Reason == library.ReasonDamaged:
		if v, err = p.damaged(ctx); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	e, listed := v.Find(p.m.Generation)
	if err := p.agree(ctx, e, listed); err != nil {
		return nil, err
	}
	p.report.Generation, p.report.Films, p.report.Files = p.m.Generation, p.m.Films, len(p.m.Files)
	if err := p.sendFiles(ctx); err != nil {
		return nil, err
	}
	if err := p.sendManifest(ctx, listed); err != nil {
		return nil, err
	}
	if v.Generation == p.m.Generation && !p.Mend {
		p.report.NotBefore = v.NotBefore
		return &p.report, nil
	}
	next := v.clone()
	next.PruningSince = nil
	now := p.Now()
	if !listed {
		e = p.entry(now)
	} else {
		e.PublishedAt = now.UTC().Truncate(time.Millisecond)
	}
	next.Published = slices.DeleteFunc(next.Published, func(o PublishedGeneration) bool { return o.Generation == e.Generation })
	next.Published = append([]PublishedGeneration{e}, next.Published...)
	next.name(e.Generation, p.SwapIn, now) // also what it names already: followers try again
	if _, err := v.move(ctx, p.bucket, next); err != nil {
		return nil, err
	}
	p.report.Moved, p.report.NotBefore = true, next.NotBefore
	return &p.report, nil
}

// damaged gives an empty pointer in the place of one that cannot be read.
func (p *publisher) damaged(ctx context.Context) (version, error) {
	info, err := p.bucket.Stat(ctx, pointerKey)
	return version{&Pointer{Format: PointerFormat}, info.ETag}, err
}

// agree makes sure that a generation of this name that is published already is this
// one. Of two that differ in their reports alone, that of the bucket counts.
func (p *publisher) agree(ctx context.Context, e PublishedGeneration, listed bool) error {
	if !listed {
		return nil
	}
	sum := sha256.Sum256(p.manifest)
	if hex.EncodeToString(sum[:]) == e.ManifestSHA256 {
		return nil
	}
	body, theirs, err := readManifest(ctx, p.bucket, e)
	if err != nil {
		return fmt.Errorf("the bucket has a generation %s that cannot be compared with this one: %w", e.Generation, err)
	}
	packs := func(m library.Manifest) []library.File {
		return slices.DeleteFunc(slices.Clone(m.Files), func(f library.File) bool { return filepath.Ext(f.Name) != ".pack" })
	}
	if !slices.Equal(packs(theirs), packs(p.m)) {
		return fmt.Errorf("the bucket has another generation of the name %s, of %s: build anew, or publish into another bucket", e.Generation, theirs.BuiltAt.Format(time.DateTime))
	}
	p.manifest = body
	p.m.Files = packs(p.m) // its reports are there
	return nil
}

// entry describes the generation for the pointer.
func (p *publisher) entry(now time.Time) PublishedGeneration {
	sum := sha256.Sum256(p.manifest)
	e := PublishedGeneration{
		Generation: p.m.Generation, ManifestSHA256: hex.EncodeToString(sum[:]), Format: p.m.Format, Label: p.m.Label,
		Films: p.m.Films, BuiltAt: p.m.BuiltAt, PublishedAt: now.UTC().Truncate(time.Millisecond),
	}
	for _, f := range p.m.Files {
		e.Bytes += f.Bytes
	}
	return e
}

// sendFiles sends the files that the bucket lacks.
func (p *publisher) sendFiles(ctx context.Context) error {
	var done, total int64
	for _, f := range p.m.Files {
		total += f.Bytes
	}
	for _, f := range p.m.Files {
		if p.Progress != nil {
			p.Progress("publish", done, total)
		}
		_, err := p.bucket.Stat(ctx, packKey(f.SHA256))
		if p.Mend || errors.Is(err, blob.ErrNotFound) {
			err = p.send(ctx, f)
		}
		if err != nil {
			return fmt.Errorf("send %s of generation %s: %w", f.Name, p.m.Generation, err)
		}
		done += f.Bytes
	}
	if p.Progress != nil {
		p.Progress("publish", done, total)
	}
	return nil
}

// send compresses a file, since stores must be told the length first, and puts it.
func (p *publisher) send(ctx context.Context, f library.File) error {
	from, err := os.Open(filepath.Join(p.Root, p.m.Generation, f.Name))
	if err != nil {
		return err
	}
	defer from.Close()
	packed, err := os.CreateTemp(p.Scratch, "pack-*")
	if err != nil {
		return err
	}
	defer os.Remove(packed.Name())
	defer packed.Close()
	n, sum, err := compress(ctx, packed, from)
	if err != nil {
		return err
	}
	if n != f.Bytes || sum != f.SHA256 {
		return fmt.Errorf("the file is damaged: it has %d bytes and the SHA-256 %s, its manifest says %d and %s", n, sum, f.Bytes, f.SHA256)
	}
	size, err := packed.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = packed.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	if err := p.bucket.Put(ctx, packKey(f.SHA256), packed, size, "application/zstd"); err != nil {
		return err
	}
	p.report.Sent++
	p.report.SentBytes += size
	return nil
}

// sendManifest puts the manifest, unless the generation is published already.
func (p *publisher) sendManifest(ctx context.Context, listed bool) error {
	if listed && !p.Mend {
		return nil
	}
	return p.bucket.Put(ctx, manifestKey(p.m.Generation), bytes.NewReader(p.manifest), int64(len(p.manifest)), "application/json")
}
