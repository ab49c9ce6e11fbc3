package snapshot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/klauspost/compress/gzip"

	"kinodex/internal/blob"
)

// pieceBytes is how much of the lines one gzip member holds. Members are
// compressed side by side; where they end depends on the lines alone, so that the
// same lines give the same file on every machine.
const pieceBytes = 4 << 20

// packer compresses lines into a file, on all cores, in order.
type packer struct {
	file    *os.File
	size    int64
	sum     hash.Hash
	piece   []byte
	waiting []chan packed // pieces that are being compressed, in order
}

// packed is a compressed piece.
type packed struct {
	bytes []byte
	err   error
}

func newPacker(dir, name string) (*packer, error) {
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	return &packer{file: f, sum: sha256.New()}, nil
}

func (p *packer) close() {
	for _, c := range p.waiting {
		<-c
	}
	p.waiting = nil
	p.file.Close()
}

func (p *packer) write(line []byte) error {
	p.piece = append(p.piece, line...)
	if len(p.piece) < pieceBytes {
		return nil
	}
	return p.flush()
}

// flush hands the piece to another core, after taking back the oldest one when
// all cores have work.
func (p *packer) flush() error {
	if len(p.waiting) >= runtime.GOMAXPROCS(0) {
		if err := p.take(); err != nil {
			return err
		}
	}
	done, piece := make(chan packed, 1), p.piece
	p.waiting = append(p.waiting, done)
	p.piece = make([]byte, 0, cap(piece))
	go func() { done <- compress(piece) }()
	return nil
}

func compress(piece []byte) packed {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, 4)
	if err != nil {
		return packed{nil, err}
	}
	_, err = z.Write(piece)
	err = errors.Join(err, z.Close())
	return packed{b.Bytes(), err}
}

// take writes the oldest piece to the file.
func (p *packer) take() error {
	done := p.waiting[0]
	p.waiting = p.waiting[1:]
	piece := <-done
	if piece.err != nil {
		return piece.err
	}
	p.sum.Write(piece.bytes)
	p.size += int64(len(piece.bytes))
	_, err := p.file.Write(piece.bytes)
	return err
}

// finish writes what is left. A file without lines is one empty gzip member.
func (p *packer) finish() error {
	if len(p.piece) > 0 || p.size == 0 && len(p.waiting) == 0 {
		if err := p.flush(); err != nil {
			return err
		}
	}
	for len(p.waiting) > 0 {
		if err := p.take(); err != nil {
			return err
		}
	}
	return nil
}

// put stores the file and tells its size and SHA-256.
func (p *packer) put(ctx context.Context, b blob.Bucket, key string) (int64, string, error) {
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return 0, "", err
	}
	if err := b.Put(ctx, key, p.file, p.size, "application/gzip"); err != nil {
		return 0, "", err
	}
	return p.size, hex.EncodeToString(p.sum.Sum(nil)), nil
}
