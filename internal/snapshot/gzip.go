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

// chunkBytes is how many bytes of lines are compressed at a time. Chunks are compressed
// in parallel. Where they end depends on the lines alone, so that the same lines make
// the same file on every machine.
const chunkBytes = 4 << 20

// The file is one gzip member (RFC 1952), since many readers stop after the first: a
// header, the chunks, an empty last block, CRC-32 and length. Each chunk ends with an
// empty block that is not the last (a sync flush), so that it ends on a whole byte.
var (
	gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff} // deflate, no name, no time, any system
	lastBlock  = []byte{3, 0}
)

// gzipFile compresses lines into a file, on all cores, and keeps their order. It is for
// one goroutine. finish must be called before put, and close in any case.
type gzipFile struct {
	file    *os.File
	size    int64     // bytes written to the file
	sum     hash.Hash // of the file
	plain   uint32    // how many bytes the lines have, modulo 2^32
	check   uint32    // CRC-32 of the lines
	chunk   []byte
	pending []chan compressedChunk // chunks that are being compressed, in order
}

// compressedChunk is a compressed chunk, or why there is none.
type compressedChunk struct {
	bytes []byte
	err   error
}

// newGzipFile creates the file name in dir.
func newGzipFile(dir, name string) (*gzipFile, error) {
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	p := &gzipFile{file: f, sum: sha256.New()}
	if err := p.append(gzipHeader); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// close ends the goroutines and closes the file, which stays where it is.
func (p *gzipFile) close() {
	for _, c := range p.pending {
		<-c
	}
	p.pending = nil
	_ = p.file.Close()
}

// write adds a line, which has its line feed. It keeps nothing of it.
func (p *gzipFile) write(line []byte) error {
	p.chunk = append(p.chunk, line...)
	if len(p.chunk) < chunkBytes {
		return nil
	}
	return p.flush()
}

// flush starts to compress the chunk in another goroutine. When as many are at work as
// there are processors, it waits for the oldest first.
func (p *gzipFile) flush() error {
	if len(p.pending) >= runtime.GOMAXPROCS(0) {
		if err := p.drain(); err != nil {
			return err
		}
	}
	done, chunk := make(chan compressedChunk, 1), p.chunk
	p.pending = append(p.pending, done)
	p.chunk = make([]byte, 0, cap(chunk))
	p.plain += uint32(len(chunk))
	p.check = crc32.Update(p.check, crc32.IEEETable, chunk)
	go func() { done <- compress(chunk) }()
	return nil
}

func compress(chunk []byte) compressedChunk {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, 4)
	if err != nil {
		return compressedChunk{nil, err}
	}
	_, err = z.Write(chunk)
	err = errors.Join(err, z.Flush()) // not closed: other chunks follow
	return compressedChunk{b.Bytes(), err}
}

// drain waits for the oldest pending chunk and writes it to the file.
func (p *gzipFile) drain() error {
	done := p.pending[0]
	p.pending = p.pending[1:]
	chunk := <-done
	if chunk.err != nil {
		return chunk.err
	}
	return p.append(chunk.bytes)
}

// append writes b to the end of the file and adds it to size and sum.
func (p *gzipFile) append(b []byte) error {
	p.sum.Write(b)
	p.size += int64(len(b))
	_, err := p.file.Write(b)
	return err
}

// finish writes the pending chunks, the last one and the trailer.
func (p *gzipFile) finish() error {
	if len(p.chunk) > 0 {
		if err := p.flush(); err != nil {
			return err
		}
	}
	for len(p.pending) > 0 {
		if err := p.drain(); err != nil {
			return err
		}
	}
	end := binary.LittleEndian.AppendUint32(lastBlock[:len(lastBlock):len(lastBlock)], p.check)
	return p.append(binary.LittleEndian.AppendUint32(end, p.plain))
}

// put stores the file under key and returns its size in bytes and its SHA-256 in hex.
func (p *gzipFile) put(ctx context.Context, b blob.Bucket, key string) (int64, string, error) {
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return 0, "", err
	}
	if err := b.Put(ctx, key, p.file, p.size, "application/gzip"); err != nil {
		return 0, "", err
	}
	return p.size, hex.EncodeToString(p.sum.Sum(nil)), nil
}
