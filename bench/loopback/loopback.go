// Package loopback speaks just enough HTTP/1.1 to ask a server on this machine
// over one kept connection, so that what is measured is the server: requests are
// written as prepared bytes, and of an answer only the status and the length of
// the body are read.
//
// Start reading at Conn.
package loopback

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"strconv"
	"syscall"
	"time"
)

// Patience is how long one exchange may take.
const Patience = 2 * time.Minute

// Conn is one connection to a server. It is for one goroutine.
type Conn struct {
	address string
	c       net.Conn
	r       *bufio.Reader
	// What the head of the last answer said of its body, and the value of the
	// header that was wanted.
	chunked bool
	length  int64
	wanted  string
	value   string
}

// Dial connects to host:port.
func Dial(address string) (*Conn, error) {
	c, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return nil, err
	}
	return &Conn{address: address, c: c, r: bufio.NewReaderSize(c, 256<<10)}, nil
}

// Close closes the connection.
func (c *Conn) Close() error { return c.c.Close() }

// Get gives the bytes of a GET request. Headers are names and values in turn.
func Get(address, target string, headers ...string) []byte {
	b := fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\n", target, address)
	for i := 0; i+1 < len(headers); i += 2 {
		b = fmt.Appendf(b, "%s: %s\r\n", headers[i], headers[i+1])
	}
	return append(b, "\r\n"...)
}

// Ask sends a request and appends the body of its answer to dst.
func (c *Conn) Ask(request, dst []byte) (status int, body []byte, err error) {
	if status, err = c.send(request); err != nil {
		return 0, dst, err
	}
	if c.chunked {
		w := bytes.NewBuffer(dst)
		_, err := c.drainChunks(w)
		return status, w.Bytes(), err
	}
	n := len(dst)
	if need := n + int(c.length); need > cap(dst) {
		dst = append(make([]byte, 0, need+need/4), dst...)
	}
	dst = dst[:n+int(c.length)]
	_, err = io.ReadFull(c.r, dst[n:])
	return status, dst, err
}

// Drop sends a request, reads the body of its answer and forgets it. It gives
// the body's length.
func (c *Conn) Drop(request []byte) (status int, n int64, err error) {
	if status, err = c.send(request); err != nil {
		return 0, 0, err
	}
	if c.chunked {
		n, err = c.drainChunks(io.Discard)
		return status, n, err
	}
	n, err = io.CopyN(io.Discard, c.r, c.length)
	return status, n, err
}

// Header sends a request and gives the value of one header of its answer; empty
// when there is none.
func (c *Conn) Header(request []byte, name string) (string, error) {
	c.wanted, c.value = name, ""
	_, _, err := c.Drop(request)
	c.wanted = ""
	return c.value, err
}

func (c *Conn) drainChunks(to io.Writer) (int64, error) {
	n, err := io.Copy(to, httputil.NewChunkedReader(c.r))
	if err != nil {
		return n, err
	}
	_, err = c.line() // the empty line behind the last chunk
	return n, err
}

// begin writes the request and reads the first line of the answer. A server may
// have closed a connection that was idle for long; then it begins again on a new
// one, once.
func (c *Conn) begin(request []byte) (line []byte, err error) {
	for again := false; ; again = true {
		if err := c.c.SetDeadline(time.Now().Add(Patience)); err != nil {
			return nil, err
		}
		if _, err = c.c.Write(request); err == nil {
			line, err = c.line()
		}
		if again || !errors.Is(err, io.EOF) && !errors.Is(err, syscall.EPIPE) && !errors.Is(err, syscall.ECONNRESET) {
			return line, err
		}
		c.c.Close()
		fresh, err := Dial(c.address)
		if err != nil {
			return nil, err
		}
		c.c, c.r = fresh.c, fresh.r
	}
}

// send writes the request and reads the answer up to its body.
func (c *Conn) send(request []byte) (status int, err error) {
	line, err := c.begin(request)
	if err != nil {
		return 0, err
	}
	if len(line) < 12 || !bytes.HasPrefix(line, []byte("HTTP/1.")) {
		return 0, fmt.Errorf("an answer that starts with %.40q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, err
	}
	c.chunked, c.length = false, -1
	for {
		line, err := c.line()
		if err != nil {
			return status, err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch value = bytes.TrimSpace(value); {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if c.length, err = strconv.ParseInt(string(value), 10, 64); err != nil {
				return status, err
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			c.chunked = bytes.EqualFold(value, []byte("chunked"))
		case c.wanted != "" && bytes.EqualFold(name, []byte(c.wanted)):
			c.value = string(value)
		}
	}
	switch {
	case status == 304 || status == 204:
		c.chunked, c.length = false, 0
	case !c.chunked && c.length < 0:
		return status, errors.New("an answer without a length")
	}
	return status, nil
}

// line reads a line without its end.
func (c *Conn) line() ([]byte, error) {
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	return bytes.TrimRight(line, "\r\n"), nil
}
