package report

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// ThisMachine says what this machine is, as far as it tells.
func ThisMachine() Machine {
	return Machine{
		Processor: valueOf("/proc/cpuinfo", "model name"),
		Cores:     runtime.NumCPU(),
		Memory:    kilobytes(valueOf("/proc/meminfo", "MemTotal")),
		System:    strings.Trim(strings.TrimPrefix(lineOf("/etc/os-release", "PRETTY_NAME="), "PRETTY_NAME="), `"`),
		Go:        runtime.Version(),
	}
}

// valueOf gives what follows the name and a colon in a file of such lines.
func valueOf(path, name string) string {
	_, value, _ := strings.Cut(lineOf(path, name), ":")
	return strings.TrimSpace(value)
}

func lineOf(path, prefix string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, prefix) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func kilobytes(s string) int64 {
	n, err := strconv.ParseInt(strings.TrimSuffix(s, " kB"), 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}
