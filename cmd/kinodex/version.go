package main

import (
	"fmt"
	"runtime/debug"
)

// ServiceVersion is the release of the service line (REQ V-02).
const ServiceVersion = "2.4.0"

// VersionCmd prints the version.
type VersionCmd struct{}

// Run prints the service version, the revision it was built from when known,
// and the Go version.
func (VersionCmd) Run(g *Globals) error {
	revision, goVersion := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		goVersion = info.GoVersion
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = s.Value
			}
		}
	}
	_, err := fmt.Fprintf(g.Out, "kinodex %s (revision %s, %s)\n", ServiceVersion, revision, goVersion)
	return err
}
