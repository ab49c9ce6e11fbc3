package replication

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// Verify reads every file of every generation that a pointer lists and compares it with
// its digest. The error names all that are damaged or not there. Generations of other
// formats are verified, too. progress may be nil.
func Verify(ctx context.Context, b blob.Bucket, p *Pointer, progress library.Progress) error {
	var wrong []error
	known := map[string]bool{}
	var done, total int64
	for _, e := range p.Published {
		total += e.Bytes
	}
	for _, e := range p.Published {
		files, err := filesOf(ctx, b, e)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		for _, f := range files {
			if known[f.SHA256] {
				done += f.Bytes
				continue
			}
			known[f.SHA256] = true
			if err := verifyPack(ctx, b, f); err != nil {
				wrong = append(wrong, fmt.Errorf("%s of generation %s: %w", f.Name, e.Generation, err))
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if done += f.Bytes; progress != nil {
				progress("verify", done, total)
			}
		}
	}
	return errors.Join(wrong...)
}

// verifyPack reads a pack and compares its content with the digest and size of a file.
func verifyPack(ctx context.Context, b blob.Bucket, f library.File) error {
	o, err := b.Get(ctx, packKey(f.SHA256))
	if err != nil {
		return err
	}
	defer o.Body.Close()
	r, err := newFrameReader(o.Body)
	if err != nil {
		return err
	}
	defer r.Close()
	h, n := sha256.New(), int64(0)
	for {
		content, _, err := r.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		h.Write(content)
		n += int64(len(content))
	}
	if sum := hex.EncodeToString(h.Sum(nil)); n != f.Bytes || sum != f.SHA256 {
		return fmt.Errorf("%w: it has %d bytes and the SHA-256 %s", errDamagedPack, n, sum)
	}
	return nil
}
