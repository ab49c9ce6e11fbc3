package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/serve/wire"
)

// batchVersion is the only version of the protocol that has batches: the next one took them
// away.
const batchVersion = "2025-03-26"

// Converse answers messages that come one a line, such as over standard input, until there
// are no more or ctx ends (REQ M-43). What was read before the end is answered first. A line
// that is no message, or has more than mostBody bytes, is answered with an error, and the
// conversation goes on (REQ M-08). Whoever sends them is recognised anew for each call, so
// that a key that is revoked is refused from then on.
func (c *Connector) Converse(ctx context.Context, shown identity.Credentials, from io.Reader, to io.Writer) error {
	ctx = withSender(ctx, &sender{base: c.base, caller: func(ctx context.Context) (access.Caller, error) {
		return c.app.Identity().Caller(ctx, shown)
	}})
	return c.server.Run(ctx, &conversation{from: from, to: to})
}

// conversation is a transport of the SDK: a message a line, in both directions. The SDK's
// own ends at the first line it cannot read, and throws away what it has not answered when
// the input ends.
type conversation struct {
	from io.Reader
	to   io.Writer

	lines   chan line
	failed  error         // what ended the input; set before lines is closed
	closed  chan struct{} // when nobody reads answers any more
	close   sync.Once
	settled chan struct{} // has a value when the last open call was answered

	// Read alone uses these.
	read    []jsonrpc.Message // understood, and not handed on yet
	batches bool              // the session is of batchVersion

	mu   sync.Mutex            // held while a line is written, too
	open map[jsonrpc.ID]*batch // calls that are not answered yet; nil where a call came alone
}

// line is one that was read. The text of a long one is thrown away.
type line struct {
	text []byte
	long bool
}

// batch collects the answers to messages that came together, which leave together.
type batch struct {
	answers [][]byte
	missing int
}

// Connect begins to read.
func (c *conversation) Connect(context.Context) (sdk.Connection, error) {
	c.lines, c.closed, c.settled = make(chan line), make(chan struct{}), make(chan struct{}, 1)
	c.open = map[jsonrpc.ID]*batch{}
	go c.readLines() // apart, since nothing interrupts a read of standard input
	return c, nil
}

// readLines reads until the input or the conversation ends.
func (c *conversation) readLines() {
	defer close(c.lines)
	r := bufio.NewReaderSize(c.from, largeBody)
	for c.failed == nil {
		var l line
		for more := true; more; {
			part, err := r.ReadSlice('\n')
			if l.long = l.long || len(l.text)+len(part) > mostBody; l.long {
				l.text = nil
			} else {
				l.text = append(l.text, part...)
			}
			if more = err == bufio.ErrBufferFull; !more {
				c.failed = err
			}
		}
		select {
		case c.lines <- l:
		case <-c.closed:
			return
		}
	}
}

// Read returns the next message. At the end of the input it waits until all that was read is
// answered, since the SDK then cancels what is not. The SDK calls it from one goroutine.
func (c *conversation) Read(context.Context) (jsonrpc.Message, error) {
	for len(c.read) == 0 {
		select {
		case l, ok := <-c.lines:
			if !ok {
				c.settle()
				return nil, c.failed
			}
			if err := c.take(l); err != nil {
				return nil, err
			}
		case <-c.closed:
			return nil, io.EOF
		}
	}
	next := c.read[0]
	c.read = c.read[1:]
	return next, nil
}

// settle waits until no call is open, or nobody reads answers any more.
func (c *conversation) settle() {
	for {
		c.mu.Lock()
		n := len(c.open)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.settled:
		case <-c.closed:
			return
		}
	}
}

// take puts the messages of a line into c.read, and answers what is none. Its errors are
// those of writing.
func (c *conversation) take(l line) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := bytes.TrimSpace(l.text)
	switch malformed := wire.CheckJSON(text); {
	case l.long:
		return c.write((*message)(nil).appendError(nil, newError(invalidRequest, fmt.Sprintf("a message has at most %d bytes, on one line", mostBody))))
	case len(text) == 0:
		return nil
	case malformed != nil:
		return c.write((*message)(nil).appendError(nil, newError(parseError, fault.From(malformed).Message)))
	}
	var together []json.RawMessage
	if text[0] != '[' || !c.batches || json.Unmarshal(text, &together) != nil {
		if answer := c.accept(text, nil); answer != nil {
			return c.write(answer)
		}
		return nil
	}
	if len(together) == 0 {
		return c.write((*message)(nil).appendError(nil, newError(invalidRequest, "a batch has at least one message")))
	}
	b := &batch{}
	for _, text := range together {
		if answer := c.accept(text, b); answer != nil {
			b.answers = append(b.answers, answer)
		}
	}
	return c.finish(b)
}

// accept puts a message into c.read, or returns what to answer at once. c.mu must be held.
func (c *conversation) accept(text []byte, b *batch) (answer []byte) {
	read, unread := jsonrpc.DecodeMessage(text)
	if _, ok := read.(*jsonrpc.Response); ok {
		return nil // nothing was asked, so that nobody waits for it
	}
	m, failed := decode(text)
	if failed == nil && unread != nil {
		failed = newError(invalidRequest, "this is no message of the protocol")
	}
	if failed != nil {
		return m.appendError(nil, failed)
	}
	r := read.(*jsonrpc.Request)
	if r.IsCall() {
		if _, used := c.open[r.ID]; used {
			return (*message)(nil).appendError(nil, newError(invalidRequest, "the id "+quoted(string(m.id))+" is that of a call that is not answered yet"))
		}
		c.open[r.ID] = b
		if b != nil {
			b.missing++
		}
	}
	if m.method == "initialize" {
		version, _ := m.word("protocolVersion")
		c.batches = version == batchVersion
	}
	c.read = append(c.read, r)
	return nil
}

// Write sends a message of ours, the answers to a batch once they are all there.
func (c *conversation) Write(_ context.Context, said jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(said)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	answer, ok := said.(*jsonrpc.Response)
	if !ok {
		return c.write(text)
	}
	b := c.open[answer.ID]
	if b == nil {
		err = c.write(text)
	} else {
		b.answers = append(b.answers, text)
		b.missing--
		err = c.finish(b)
	}
	if delete(c.open, answer.ID); len(c.open) == 0 {
		select {
		case c.settled <- struct{}{}:
		default: // the last one is not heard yet
		}
	}
	return err
}

// finish sends a batch when it is complete. One of notifications alone has no answer. c.mu
// must be held.
func (c *conversation) finish(b *batch) error {
	if b.missing > 0 || len(b.answers) == 0 {
		return nil
	}
	return c.write(append(append([]byte{'['}, bytes.Join(b.answers, []byte{','})...), ']'))
}

// write sends one line. c.mu must be held.
func (c *conversation) write(text []byte) error {
	_, err := c.to.Write(append(text, '\n'))
	return err
}

// Close ends the conversation. The streams are left to who opened them.
func (c *conversation) Close() error {
	c.close.Do(func() { close(c.closed) })
	return nil
}

// SessionID is empty: there is one conversation.
func (c *conversation) SessionID() string { return "" }
