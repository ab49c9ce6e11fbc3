package app

import (
	"context"
	"errors"

	"kinodex/internal/blob"
	"kinodex/internal/fault"
	"kinodex/internal/poster"
)

// PosterPicture opens the picture that is served under a name; the caller closes
// Body. It is for everyone and costs nothing: addresses of pictures stand in
// films. A name that is none, or of no picture, is a fault of kind NotFound.
func (a *App) PosterPicture(ctx context.Context, name string) (*blob.Object, error) {
	key, ok := poster.PictureKey(name)
	if !ok || a.snapshots.bucket == nil {
		return nil, errNoPicture()
	}
	o, err := a.snapshots.reads.Get(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, errNoPicture()
	}
	return o, err
}

// errNoPicture returns the fault for an address without a picture.
func errNoPicture() error {
	return fault.New(fault.NotFound, "there is no picture at this address")
}
