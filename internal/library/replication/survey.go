package replication

import (
	"context"
	"errors"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// Survey looks whether the generation that a pointer names could serve here, without
// fetching it: this program reads its format, its manifest is whole, and the bucket has
// every file that no generation under root has. It returns how many bytes of files would be
// fetched. The error is a *RefusedError when the generation cannot serve. Files are not
// read: see Verify.
func Survey(ctx context.Context, b blob.Bucket, p *Pointer, root string) (missing int64, err error) {
	e, ok := p.Find(p.Generation)
	if !ok {
		return 0, ErrNothingPublished
	}
	if err := checkFormat(e); err != nil {
		return 0, err
	}
	_, m, err := readManifest(ctx, b, e)
	if err != nil {
		return 0, err
	}
	for _, f := range library.Missing(root, m.Files) {
		switch _, err := b.Stat(ctx, packKey(f.SHA256)); {
		case errors.Is(err, blob.ErrNotFound):
			return 0, notThere(e.Generation, f, err)
		case err != nil:
			return 0, err
		}
		missing += f.Bytes
	}
	return missing, nil
}

// notThere refuses a generation that lacks a file.
func notThere(generation string, f library.File, err error) error {
	return refuse(generation, library.ReasonIncomplete, err,
		"%s of generation %s is not in the bucket: send it with kinodex library publish --mend", f.Name, generation)
}
