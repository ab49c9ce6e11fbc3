package snapshot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/klauspost/compress/flate"

	"kinodex/internal/blob"
)

// pieceBytes is how much of the lines is compressed at once. Pieces are compressed
// side by side; where they end depends on the lines alone, so that the same lines
// give the same file on every machine.
const pieceBytes = 4 << 20

// The file is one gzip member (RFC 1952), since many readers stop after the first:
// a header, the pieces, each ended by an empty block that is not the last, so that
// it ends with a whole byte, a last block that is empty, and what checks it all.
var (
	gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff} // deflate, no name, no time, any system
	lastBlock  = []byte{3, 0}
)

// packer compresses lines into a file, on all cores, in order.
type packer struct {
	file    *os.File
	size    int64
	sum     hash.Hash // of the file
	plain   uint32    // how many bytes the lines have, modulo 2^32
	check   uint32    // CRC-32 of the lines
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
	p := &packer{file: f, sum: sha256.New()}
	if err := p.append(gzipHeader); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
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
	p.plain += uint32(len(piece))
	p.check = crc32.Update(p.check, crc32.IEEETable, piece)
	go func() { done <- compress(piece) }()
	return nil
}

func compress(piece []byte) packed {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, 4)
	if err != nil {
		return packed{nil, err}
	}
	_, err = z.Write(piece)
	err = errors.Join(err, z.Flush()) // not closed: other pieces follow
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
	return p.append(piece.bytes)
}

// append writes to the end of the file.
func (p *packer) append(b []byte) error {
	p.sum.Write(b)
	p.size += int64(len(b))
	_, err := p.file.Write(b)
	return err
}

// finish writes what is left, and the end.
func (p *packer) finish() error {
	if len(p.piece) > 0 {
		if err := p.flush(); err != nil {
			return err
		}
	}
	for len(p.waiting) > 0 {
		if err := p.take(); err != nil {
			return err
		}
	}
	end := binary.LittleEndian.AppendUint32(lastBlock[:len(lastBlock):len(lastBlock)], p.check)
	return p.append(binary.LittleEndian.AppendUint32(end, p.plain))
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
