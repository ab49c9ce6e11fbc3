package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// The least of what the machine and the control groups allow counts; what cannot be
// told sets nothing.
func TestMemoryThereIs(t *testing.T) {
	const meminfo = "MemFree:         1024 kB\nMemTotal:        8192 kB\nSwapTotal: 1 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"another system": {nil, 0},
		"no group":       {map[string]string{"proc/meminfo": meminfo}, 8192 << 10},
		"a group without a limit": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a\n",
			"sys/fs/cgroup/a/memory.max": "max\n"}, 8192 << 10},
		"a group": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "4194304\n"}, 4 << 20},
		"a container that is told a path outside": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/../../pod1\n",
			"sys/fs/cgroup/memory.max": "2097152\n"}, 2 << 20},
		"version 1": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "12:cpu,cpuacct:/x\n5:memory:/docker/x\n1:name=systemd:/x\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "3145728\n"}, 3 << 20},
		"version 1 without a limit": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "5:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 8192 << 10},
		"what makes no sense": {map[string]string{"proc/meminfo": "MemTotal: much kB\n", "proc/self/cgroup": "0:\nnothing\n0::\n",
			"sys/fs/cgroup/memory.max": "-5"}, 0},
	} {
		root := fstest.MapFS{}
		for file, says := range c.files {
			root[file] = &fstest.MapFile{Data: []byte(says)}
		}
		if got := memoryThereIs(root); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

// A small machine leaves most of its memory to the pages of the library.
func TestASmallMachineLeavesMemoryToTheLibrary(t *testing.T) {
	for there, want := range map[int64]int64{512 << 20: servingShare, 1 << 30: servingShare, 2 << 30: memoryShare, 24 << 30: memoryShare} {
		if got := shareOf(there); got != want {
			t.Errorf("%d of 100 of %d bytes, want %d", got, there, want)
		}
	}
}

// A server says how much memory it goes by, unless its operator said so.
func TestAServerGoesByTheMemoryThereIs(t *testing.T) {
	t.Parallel()
	data := newData(t)
	if bounded := startServer(t, nil, "--data", data); memoryThereIs(os.DirFS("/")) > 0 && !strings.Contains(bounded.log.String(), `"memory_limit":`) {
		t.Errorf("no limit is told: %s", bounded.log)
	}
	if told := startServer(t, []string{"GOMEMLIMIT=3GiB"}, "--data", data); !strings.Contains(told.log.String(), `"memory_limit":3221225472`) {
		t.Errorf("the operator's limit is not kept: %s", told.log)
	}
}
