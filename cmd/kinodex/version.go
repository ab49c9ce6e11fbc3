package main

import (
	"fmt"

	"kinodex/internal/buildinfo"
	"kinodex/internal/ledger/pgdb"
	"kinodex/internal/ledger/sqldb"
	"kinodex/internal/library"
)

// ServiceVersion is the release of the service line (REQ V-02).
const ServiceVersion = "2.4.0"

// VersionCmd prints the version.
type VersionCmd struct {
	JSON bool `name:"json" help:"Print JSON, with the formats that this program reads and writes, and with its modules."`
}

// version is what version --json prints.
type version struct {
	Version       string         `json:"version"`
	LibraryFormat int            `json:"library_format"`
	LedgerSchema  map[string]int `json:"ledger_schema"` // how many migrations the program knows, by kind of database
	buildinfo.Info
}

// thisVersion describes this program.
func thisVersion() version {
	return version{ServiceVersion, library.Format, map[string]int{"sqlite": sqldb.Schema(), "postgres": pgdb.Schema()}, buildinfo.Read()}
}

// Run prints the service version, the revision it was built from when known,
// and the Go version.
func (c VersionCmd) Run(g *Globals) error {
	v := thisVersion()
	if c.JSON {
		return printJSON(g.Out, v)
	}
	_, err := fmt.Fprintf(g.Out, "kinodex %s (revision %s, %s)\n", v.Version, v.Revision, v.Go)
	return err
}
