package main

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// network is the way to one server, which can be slow, or hold everything back.
type network struct {
	listener net.Listener
	server   string       // HOST:PORT
	delay    atomic.Int64 // of each chunk, in each direction, in nanoseconds
	mu       sync.Mutex
	healed   chan struct{} // closed while everything passes
}

// newNetwork opens a way to a port of the loopback address.
func newNetwork(port int) (*network, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n := &network{listener: l, server: loopback(port), healed: make(chan struct{})}
	close(n.healed)
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go n.connect(client)
		}
	}()
	return n, nil
}

// port is where the way begins.
func (n *network) port() int { return n.listener.Addr().(*net.TCPAddr).Port }

// slow has every chunk arrive later, in both directions.
func (n *network) slow(by time.Duration) { n.delay.Store(int64(by)) }

// silence holds everything back until heal; nothing is lost, as TCP has it.
func (n *network) silence() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.healed = make(chan struct{})
}

// heal lets everything pass again.
func (n *network) heal() {
	n.mu.Lock()
	defer n.mu.Unlock()
	select {
	case <-n.healed:
	default:
		close(n.healed)
	}
}

// passes waits until everything passes.
func (n *network) passes() {
	n.mu.Lock()
	healed := n.healed
	n.mu.Unlock()
	<-healed
}

func (n *network) connect(client net.Conn) {
	n.passes()
	server, err := net.Dial("tcp", n.server)
	if err != nil {
		client.(*net.TCPConn).SetLinger(0) // refused
		client.Close()
		return
	}
	var both sync.WaitGroup
	both.Go(func() { n.carry(server, client) })
	both.Go(func() { n.carry(client, server) })
	both.Wait()
}

// carry passes on what from says, each chunk when its time has come, and closes both
// when one of them ends.
func (n *network) carry(to, from net.Conn) {
	type chunk struct {
		bytes []byte
		due   time.Time
	}
	under := make(chan chunk, 1024)
	go func() {
		defer close(under)
		for {
			b := make([]byte, 32<<10)
			size, err := from.Read(b)
			if size > 0 {
				under <- chunk{b[:size], time.Now().Add(time.Duration(n.delay.Load()))}
			}
			if err != nil {
				return
			}
		}
	}()
	for c := range under {
		time.Sleep(time.Until(c.due))
		n.passes()
		if _, err := to.Write(c.bytes); err != nil {
			break
		}
	}
	to.Close()
	from.Close()
	for range under {
	}
}
