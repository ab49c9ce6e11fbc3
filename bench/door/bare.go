package door

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"kinodex/bench/loopback"
	"kinodex/bench/service"
)

// streamFile is the file in a bare server's directory that it copies whole.
const streamFile = "stream.ndjson"

// Bare serves the files of a directory, read beforehand, with nothing but a
// handler that writes them: what net/http costs when there is nothing else to do.
// A raw listener on rawAddress answers anything with streamFile, copied from
// mapped memory to the socket. It ends with ctx.
func Bare(ctx context.Context, address, rawAddress, dir string) error {
	mux := http.NewServeMux()
	bodies, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return err
	}
	for _, path := range bodies {
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		length := strconv.Itoa(len(body))
		mux.HandleFunc("/"+filepath.Base(path), func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", length)
			w.Write(body)
		})
	}
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("ready")) })
	mux.HandleFunc("/mallocs", func(w http.ResponseWriter, r *http.Request) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Fprint(w, m.Mallocs)
	})
	raw, err := net.Listen("tcp", rawAddress)
	if err != nil {
		return err
	}
	mapped, err := mapFile(filepath.Join(dir, streamFile))
	if err != nil {
		return err
	}
	go serveRaw(raw, mapped)
	server := &http.Server{Addr: address, Handler: mux}
	go func() {
		<-ctx.Done()
		raw.Close()
		server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func mapFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

// serveRaw answers whatever it is sent with the bytes, one request a connection.
func serveRaw(l net.Listener, bytes []byte) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			c.SetDeadline(time.Now().Add(loopback.Patience))
			if _, err := c.Read(make([]byte, 16<<10)); err != nil {
				return
			}
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", len(bytes))
			c.Write(bytes)
		}()
	}
}

// bareServer is a bare server in a process of its own.
type bareServer struct {
	address, raw string
	cmd          *exec.Cmd
}

// startBare starts this program as a bare server on the given processor.
func startBare(dir string, processor int) (*bareServer, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &bareServer{}
	if b.address, err = service.FreeAddress(); err != nil {
		return nil, err
	}
	if b.raw, err = service.FreeAddress(); err != nil {
		return nil, err
	}
	b.cmd = service.Command(processor, self, "bare", "-address", b.address, "-raw", b.raw, "-dir", dir)
	b.cmd.Stderr = os.Stderr
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	for range 2000 {
		if service.Ready(b.address) {
			return b, nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	b.stop()
	return nil, errors.New("the bare server did not become ready")
}

func (b *bareServer) stop() {
	b.cmd.Process.Signal(syscall.SIGTERM)
	b.cmd.Wait()
}

// mallocs is how many objects the server ever allocated.
func (b *bareServer) mallocs() (float64, error) {
	c, err := loopback.Dial(b.address)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	_, body, err := c.Ask(loopback.Get(b.address, "/mallocs"), nil)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(string(body), 64)
}
