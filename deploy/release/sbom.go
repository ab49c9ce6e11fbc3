package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// writeSBOM writes the bill of materials of a program in CycloneDX: the program with its digest, every
// module that is linked into it with the checksum of its source, and the Go toolchain. It is read out of
// the program itself, so it cannot differ from what was built.
func writeSBOM(out, version, path string) error {
	b, err := readBinary(path)
	if err != nil {
		return err
	}
	digest, err := digestOf(path)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("pkg:generic/kinodex@%s?os=%s&arch=%s", version, b.os, b.arch)
	program := cdx.Component{BOMRef: name, Type: cdx.ComponentTypeApplication, Name: "kinodex", Version: version, PackageURL: name,
		Hashes:     &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: digest}},
		Properties: &[]cdx.Property{{Name: "kinodex:revision", Value: b.revision}, {Name: "kinodex:platform", Value: b.os + "/" + b.arch}}}
	toolchain := "pkg:golang/std@" + strings.TrimPrefix(b.info.GoVersion, "go")
	parts := []cdx.Component{{BOMRef: toolchain, Type: cdx.ComponentTypeLibrary, Name: "std", Version: b.info.GoVersion, PackageURL: toolchain}}
	links := []string{toolchain}
	for _, m := range b.info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		at := "pkg:golang/" + m.Path + "@" + m.Version
		part := cdx.Component{BOMRef: at, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: at, Scope: cdx.ScopeRequired}
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) == sha256.Size {
			// Of the list of the module's files and their digests, as go.sum has it.
			part.Properties = &[]cdx.Property{{Name: "golang:h1", Value: hex.EncodeToString(sum)}}
		}
		parts, links = append(parts, part), append(links, at)
	}
	bom := cdx.NewBOM()
	bom.SerialNumber = serial(digest)
	bom.Metadata = &cdx.Metadata{Timestamp: b.made.UTC().Format(time.RFC3339), Component: &program}
	bom.Components, bom.Dependencies = &parts, &[]cdx.Dependency{{Ref: name, Dependencies: &links}}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// serial makes the number of a bill from the program's digest, so that the same program has the same
// bill: a UUID of version 8 (RFC 9562).
func serial(digest string) string {
	h := []byte(digest[:32])
	h[12], h[16] = '8', 'a'
	return fmt.Sprintf("urn:uuid:%s-%s-%s-%s-%s", h[:8], h[8:12], h[12:16], h[16:20], h[20:])
}

// digestOf returns the SHA-256 of a file in hexadecimal.
func digestOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
