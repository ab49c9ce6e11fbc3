package pdf

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"io"
)

const (
	// maxInflated is how many bytes the packed streams of a PDF may hold together. A
	// screenplay has a megabyte or two, and a picture on its cover some fifty.
	maxInflated = 256 << 20
	// maxPacked is how often one stream may be packed over.
	maxPacked = 4
)

var errInflated = errors.New("more bytes than may be")

// inflatesTo reports whether the packed streams of a PDF hold more than most bytes,
// those that are packed several times over counted at each step. It finds streams by
// their keyword, wherever the file's own tables say that they are, and stops where
// one is damaged.
func inflatesTo(data []byte, most int64) bool {
	in := inflater{left: most}
	for {
		i := bytes.Index(data, []byte("stream"))
		if i < 0 {
			return false
		}
		data = data[i+len("stream"):]
		body := bytes.TrimPrefix(bytes.TrimPrefix(data, []byte("\r")), []byte("\n"))
		if in.inflate(bytes.NewReader(body), 0); in.left < 0 {
			return true
		}
	}
}

// inflater counts what is inflated. It keeps its tables from one stream to the next,
// since a file may name a million of them.
type inflater struct {
	left   int64
	layers [maxPacked]struct {
		in     *bufio.Reader
		unpack io.ReadCloser
	}
}

// inflate inflates a stream, and what it holds if that is packed again.
func (in *inflater) inflate(from io.Reader, depth int) {
	if depth == maxPacked {
		return
	}
	layer := &in.layers[depth]
	if layer.in == nil {
		layer.in = bufio.NewReader(nil)
	}
	layer.in.Reset(from)
	head, err := layer.in.Peek(2)
	if err != nil || head[0]&0x0f != 8 || (int(head[0])<<8|int(head[1]))%31 != 0 {
		return // not packed by zlib
	}
	if layer.unpack == nil {
		layer.unpack, err = zlib.NewReader(layer.in)
	} else {
		err = layer.unpack.(zlib.Resetter).Reset(layer.in, nil)
	}
	if err != nil {
		return
	}
	counted := countingReader{layer.unpack, &in.left}
	in.inflate(counted, depth+1)
	_, _ = io.Copy(io.Discard, counted) // an error is the end of what can be inflated
}

// countingReader reads until no more bytes are left.
type countingReader struct {
	from io.Reader
	left *int64
}

// Read takes what it reads off what is left.
func (c countingReader) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if *c.left -= int64(n); *c.left < 0 {
		return n, errInflated
	}
	return n, err
}
