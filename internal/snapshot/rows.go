package snapshot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"kinodex/internal/blob"
	"kinodex/internal/film"
)

// digest is the first half of a line's SHA-256. Lines with the same digest are taken
// for the same.
type digest [16]byte

// digestOf returns the digest of a line, which includes its line feed.
func digestOf(line []byte) digest {
	sum := sha256.Sum256(line)
	return digest(sum[:16])
}

// rows has the id and the digest of each line of a version, in order of id.
type rows struct {
	ids     []film.ID
	digests []digest
}

// maxID is above every film's id.
const maxID = film.ID(math.MaxUint32)

// Len returns how many lines there are.
func (r *rows) Len() int { return len(r.ids) }

// add adds the next line; ids must ascend.
func (r *rows) add(id film.ID, d digest) {
	r.ids = append(r.ids, id)
	r.digests = append(r.digests, d)
}

// A row is 20 bytes: the id, big-endian, and the digest.
const rowBytes = 4 + len(digest{})

// put stores the rows under key.
func (r *rows) put(ctx context.Context, b blob.Bucket, key string) error {
	body := make([]byte, 0, rowBytes*r.Len())
	for i, id := range r.ids {
		body = binary.BigEndian.AppendUint32(body, uint32(id))
		body = append(body, r.digests[i][:]...)
	}
	return b.Put(ctx, key, bytes.NewReader(body), int64(len(body)), "application/octet-stream")
}

// maxRows is how many bytes of a rows file are read.
const maxRows = 1 << 28

// rowsOf reads the rows of a version. There are none when m is nil, or when they are
// lost: then every film of the next version is a change.
func rowsOf(ctx context.Context, b blob.Bucket, m *Manifest) (rows, error) {
	if m == nil {
		return rows{}, nil
	}
	o, err := b.Get(ctx, rowsKey(m.Version))
	if errors.Is(err, blob.ErrNotFound) {
		return rows{}, nil
	}
	if err != nil {
		return rows{}, err
	}
	defer o.Body.Close()
	body, err := io.ReadAll(io.LimitReader(o.Body, maxRows))
	if err != nil {
		return rows{}, err
	}
	return parseRows(body)
}

// parseRows reads what put wrote. Ids that do not ascend are an error.
func parseRows(body []byte) (rows, error) {
	if len(body)%rowBytes != 0 {
		return rows{}, fmt.Errorf("rows of %d bytes are damaged", len(body))
	}
	var r rows
	for ; len(body) > 0; body = body[rowBytes:] {
		id := film.ID(binary.BigEndian.Uint32(body))
		if n := len(r.ids); n > 0 && r.ids[n-1] >= id || id == maxID {
			return rows{}, fmt.Errorf("rows are damaged: ids do not rise")
		}
		r.add(id, digest(body[4:rowBytes]))
	}
	return r, nil
}
