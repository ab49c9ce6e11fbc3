package main

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// memoryShare is how much of the memory there is the Go runtime may take before it
// collects harder, in hundredths. The rest is for the pages of the library and the
// processes that read PDFs.
const memoryShare = 75

// servingShare is memoryShare for a server with less memory than smallMemory. A library is larger
// than that memory, and every page of it that the heap takes the place of is read from the disk
// again: with 512 MB and 153,168 films, texts are found three times as fast as with memoryShare.
const (
	servingShare = 35
	smallMemory  = 2_000_000_000
)

// buildMemory is how many bytes the Go runtime takes in a build before it collects harder, so
// that all of the process stays within 4 GB. A build whose films need more takes more.
const buildMemory = 3_700_000_000

// boundBuild tells the Go runtime to keep a build within buildMemory, unless GOMEMLIMIT says
// something else or the machine has less.
func boundBuild() {
	if boundMemory(memoryShare); debug.SetMemoryLimit(-1) > buildMemory && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(buildMemory)
	}
}

// boundServing tells the Go runtime how much memory there is for a server, and returns the limit
// that holds, 0 for none.
func boundServing() int64 { return boundMemory(shareOf(memoryThereIs(os.DirFS("/")))) }

// shareOf returns how much of so many bytes a server's heap may take, in hundredths.
func shareOf(there int64) int64 {
	if there < smallMemory {
		return servingShare
	}
	return memoryShare
}

// boundMemory tells the Go runtime to keep within a share of the memory there is, unless
// GOMEMLIMIT says something else. It returns the limit that holds, 0 for none.
func boundMemory(share int64) int64 {
	if limit := memoryThereIs(os.DirFS("/")) / 100 * share; limit > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
	if holds := debug.SetMemoryLimit(-1); holds < math.MaxInt64 {
		return holds
	}
	return 0
}

// memoryThereIs is how many bytes of memory this process may have: the least of what
// its control group, those above it and the machine allow. It is 0 where that cannot
// be told, as on systems other than Linux.
func memoryThereIs(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	for _, file := range groupLimits(root) {
		if n, err := strconv.ParseInt(strings.TrimSpace(contents(root, file)), 10, 64); err == nil && n > 0 {
			least = min(least, n) // "max" is none, and so is a number near the largest
		}
	}
	for line := range strings.Lines(contents(root, "proc/meminfo")) {
		var kilobytes int64
		if n, _ := fmt.Sscanf(line, "MemTotal: %d kB", &kilobytes); n == 1 {
			least = min(least, kilobytes<<10)
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}

// groupLimits are the files that may hold the limits of this process's control group
// and of those above it, of either version. In a container the path it is told may be
// that of the machine outside, so the mount's own root is one of them always.
func groupLimits(root fs.FS) (files []string) {
	for line := range strings.Lines(contents(root, "proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		mount, name := "sys/fs/cgroup", "memory.max"
		switch {
		case parts[1] == "memory":
			mount, name = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case parts[0] != "0":
			continue
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			files = append(files, path.Join(mount, group, name))
			if group == "/" {
				break
			}
		}
	}
	return files
}

// contents are those of a file, none when it cannot be read.
func contents(root fs.FS, file string) string {
	b, err := fs.ReadFile(root, file)
	if err != nil {
		return ""
	}
	return string(b)
}
