package replication

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A pack is compressed as pzstd does it: every frameBytes of the file are a Zstandard
// frame of their own, and before each stands a skippable frame that holds its length in
// bytes. So zstd -d reads the object, and whoever fetches it needs memory for one
// frame and can go on after any.
const (
	frameBytes  = 4 << 20                     // of the file
	maxFrame    = frameBytes + frameBytes/128 // compressed, whatever is in it
	headerBytes = 12

	skippable     = 0x184D2A50 // the magic number of a skippable frame
	lengthOfFrame = 4          // bytes of its content
)

// errDamagedPack says that an object is not a pack as compress writes it.
var errDamagedPack = errors.New("it is not what was published")

// compress writes what from has to to in frames and returns its length and SHA-256.
func compress(ctx context.Context, to io.Writer, from io.Reader) (int64, string, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return 0, "", err
	}
	defer encoder.Close()
	h := sha256.New()
	plain, packed := make([]byte, frameBytes), make([]byte, 0, headerBytes+maxFrame)
	var total int64
	for {
		if err := ctx.Err(); err != nil {
			return total, "", err
		}
		n, err := io.ReadFull(from, plain)
		if n > 0 {
			h.Write(plain[:n])
			total += int64(n)
			packed = encoder.EncodeAll(plain[:n], packed[:headerBytes])
			putHeader(packed, len(packed)-headerBytes)
			if _, err := to.Write(packed); err != nil {
				return total, "", err
			}
		}
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return total, hex.EncodeToString(h.Sum(nil)), nil
		case err != nil:
			return total, "", err
		}
	}
}

// putHeader writes the skippable frame that announces a frame of n bytes.
func putHeader(to []byte, n int) {
	binary.LittleEndian.PutUint32(to, skippable)
	binary.LittleEndian.PutUint32(to[4:], lengthOfFrame)
	binary.LittleEndian.PutUint32(to[8:], uint32(n))
}

// frameReader reads the frames of a pack one by one.
type frameReader struct {
	from    io.Reader
	decoder *zstd.Decoder
	packed  []byte
	held    int // bytes of packed that are the frame which was read
	plain   []byte
}

// newFrameReader makes a reader of frames; from may be set later. Close ends it.
func newFrameReader(from io.Reader) (*frameReader, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(frameBytes))
	if err != nil {
		return nil, err
	}
	return &frameReader{from: from, decoder: d, packed: make([]byte, maxFrame), plain: make([]byte, 0, frameBytes)}, nil
}

// Close releases the decoder.
func (r *frameReader) Close() { r.decoder.Close() }

// next returns the content of the next frame, good until the next call, and how many
// bytes of the object it took. It returns io.EOF where the object ends between frames, and
// an error that wraps errDamagedPack when what is read cannot be a frame.
func (r *frameReader) next() (content []byte, took int64, err error) {
	if took, err = r.read(); err != nil {
		return nil, 0, err
	}
	content, err = r.decompress()
	return content, took, err
}

// read reads the next frame and returns how many bytes of the object it took.
func (r *frameReader) read() (took int64, err error) {
	var header [headerBytes]byte
	if _, err := io.ReadFull(r.from, header[:]); err != nil {
		return 0, err // io.EOF when there is nothing
	}
	n := binary.LittleEndian.Uint32(header[8:])
	if binary.LittleEndian.Uint32(header[:]) != skippable || binary.LittleEndian.Uint32(header[4:]) != lengthOfFrame || n == 0 || n > maxFrame {
		return 0, fmt.Errorf("%w: no frame begins where one should", errDamagedPack)
	}
	if _, err := io.ReadFull(r.from, r.packed[:n]); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return 0, err
	}
	r.held = int(n)
	return headerBytes + int64(n), nil
}

// decompress returns the content of the frame that was read.
func (r *frameReader) decompress() ([]byte, error) {
	content, err := r.decoder.DecodeAll(r.packed[:r.held], r.plain[:0])
	if err != nil || len(content) == 0 || len(content) > frameBytes {
		return nil, fmt.Errorf("%w: a frame does not decompress: %v", errDamagedPack, err)
	}
	return content, nil
}
