package measure

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Memory is what processes take, in bytes. Pages that several processes share
// are divided among them, so that the processes of one server add up.
type Memory struct {
	Resident  int64 `json:"resident"`  // all of it
	Anonymous int64 `json:"anonymous"` // heap and stacks: what nothing else can have
	File      int64 `json:"file"`      // mapped files: page cache, which gives way
	Shared    int64 `json:"shared"`    // shared memory, such as a server's buffers
}

// MemoryOf adds up the memory of the processes; 0 is this one. A process that
// has ended takes none.
func MemoryOf(pids ...int) (Memory, error) {
	var all Memory
	for _, pid := range pids {
		name := "self"
		if pid != 0 {
			name = strconv.Itoa(pid)
		}
		one, err := readRollup("/proc/" + name + "/smaps_rollup")
		if errors.Is(err, fs.ErrNotExist) && pid != 0 {
			continue
		}
		if err != nil {
			return Memory{}, err
		}
		all.Resident += one.Resident
		all.Anonymous += one.Anonymous
		all.File += one.File
		all.Shared += one.Shared
	}
	return all, nil
}

func readRollup(path string) (Memory, error) {
	f, err := os.Open(path)
	if err != nil {
		return Memory{}, err
	}
	defer f.Close()
	var m Memory
	into := map[string]*int64{"Pss": &m.Resident, "Pss_Anon": &m.Anonymous, "Pss_File": &m.File, "Pss_Shmem": &m.Shared}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		if to, ok := into[name]; ok {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			if err != nil {
				return Memory{}, fmt.Errorf("%s: %w", path, err)
			}
			*to = n << 10
		}
	}
	return m, lines.Err()
}

// ResidentOf is the memory of one process as the kernel counts it at all times,
// shared pages in full: cheaper to ask than MemoryOf, for watching.
func ResidentOf(pid int) (Memory, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return Memory{}, err
	}
	var m Memory
	into := map[string]*int64{"VmRSS": &m.Resident, "RssAnon": &m.Anonymous, "RssFile": &m.File, "RssShmem": &m.Shared}
	for line := range strings.Lines(string(b)) {
		name, value, _ := strings.Cut(line, ":")
		if to, ok := into[name]; ok {
			fmt.Sscan(value, to)
			*to <<= 10
		}
	}
	return m, nil
}

// Processor is how long the process's threads have run on processors, user and
// system time together. Threads that have ended are forgotten.
func Processor(pid int) (time.Duration, error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return 0, err
	}
	if len(threads) == 0 {
		return 0, fmt.Errorf("process %d is not there, or its system does not tell", pid)
	}
	var total time.Duration
	for _, path := range threads {
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it ended just now
		}
		if err != nil {
			return 0, err
		}
		nanoseconds, _, _ := strings.Cut(string(b), " ")
		n, err := strconv.ParseInt(nanoseconds, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		total += time.Duration(n)
	}
	return total, nil
}

// PeakOf is the greatest resident memory an ended process had, in bytes.
func PeakOf(p *os.ProcessState) int64 {
	if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss << 10
	}
	return 0
}
