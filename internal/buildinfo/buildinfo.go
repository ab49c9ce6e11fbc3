// Package buildinfo tells what the running program was built from: what the Go toolchain wrote
// into it. The package imports no other package of the program.
package buildinfo

import (
	"runtime"
	"runtime/debug"
)

// Info is what a program was built from. Revision and Time are "unknown" and empty when the
// program was built outside of a repository.
type Info struct {
	Revision string   `json:"revision"` // of the repository
	Modified bool     `json:"modified"` // whether the work tree differed from the revision
	Time     string   `json:"revision_time,omitempty"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"` // such as linux/amd64
	CGO      bool     `json:"cgo"`
	Modules  []Module `json:"modules"` // linked ones, ordered by path
}

// Module is a module that is linked into the program. Sum is its checksum as in go.sum.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum,omitempty"`
}

// Read returns what this program was built from.
func Read() Info {
	info := Info{Revision: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Modules: []Module{}}
	built, ok := debug.ReadBuildInfo()
	if !ok {
		return info
	}
	for _, s := range built.Settings {
		switch s.Key {
		case "vcs.revision":
			info.Revision = s.Value
		case "vcs.modified":
			info.Modified = s.Value == "true"
		case "vcs.time":
			info.Time = s.Value
		case "CGO_ENABLED":
			info.CGO = s.Value == "1"
		}
	}
	for _, m := range built.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		info.Modules = append(info.Modules, Module{m.Path, m.Version, m.Sum})
	}
	return info
}
