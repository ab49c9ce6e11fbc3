// Command release makes what is published of a version from binaries that are built already: an image of
// containers and bills of materials. It runs no container engine and asks no registry. The same binaries
// give the same bytes.
//
//	release image --out dist/kinodex-image.tar dist/kinodex-linux-amd64 dist/kinodex-linux-arm64
//	release sbom --out dist/kinodex-linux-amd64.cdx.json dist/kinodex-linux-amd64
package main

import (
	"debug/buildinfo"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run does what the command line says.
func run(args []string) error {
	if len(args) == 0 {
		return errors.New("want image or sbom; see the comment of the command")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	out := flags.String("out", "", "file to write")
	version := flags.String("version", "", "version of the service")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if *out == "" || *version == "" || flags.NArg() == 0 {
		return errors.New("want --out FILE --version VERSION BINARY…")
	}
	switch args[0] {
	case "image":
		return writeImage(*out, *version, flags.Args())
	case "sbom":
		return writeSBOM(*out, *version, flags.Arg(0))
	}
	return fmt.Errorf("there is no command %s", args[0])
}

// binary is a program and what the Go toolchain wrote into it.
type binary struct {
	path               string
	os, arch, revision string
	made               time.Time // of the revision: the one date that builds of it share
	info               *buildinfo.BuildInfo
}

// readBinary opens a program. One that is not linked statically, or that does not tell its revision, is
// an error: it would not run in an image without a base, or not be reproducible.
func readBinary(path string) (*binary, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	b := &binary{path: path, info: info}
	cgo := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS":
			b.os = s.Value
		case "GOARCH":
			b.arch = s.Value
		case "CGO_ENABLED":
			cgo = s.Value
		case "vcs.revision":
			b.revision = s.Value
		case "vcs.time":
			if b.made, err = time.Parse(time.RFC3339, s.Value); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	switch {
	case cgo != "0":
		return nil, fmt.Errorf("%s was built with CGO_ENABLED=%s; want 0, so that it needs no libraries", path, cgo)
	case b.revision == "" || b.made.IsZero():
		return nil, fmt.Errorf("%s does not tell its revision: build it in the repository with -buildvcs=true", path)
	}
	return b, nil
}
