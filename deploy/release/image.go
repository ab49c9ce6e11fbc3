package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is who the program runs as in a container; nobody else is there.
const user = 65532

// dataDir is where the data directory is mounted, the only place that is written besides /tmp.
const dataDir = "var/lib/kinodex"

// writeImage writes an image for every binary's platform as an OCI layout in a tar file, which
// docker load, podman load, skopeo and crane take.
func writeImage(out, version string, paths []string) error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, path := range paths {
		b, err := readBinary(path)
		if err != nil {
			return err
		}
		image, err := imageOf(b, version)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{
			MediaType: types.OCIManifestSchema1, Platform: &v1.Platform{OS: b.os, Architecture: b.arch},
		}})
	}
	dir, err := os.MkdirTemp(filepath.Dir(out), ".layout-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	named := mutate.AppendManifests(mutate.IndexMediaType(empty.Index, types.OCIImageIndex), mutate.IndexAddendum{Add: index, Descriptor: v1.Descriptor{
		MediaType:   types.OCIImageIndex,
		Annotations: map[string]string{"org.opencontainers.image.ref.name": version, "io.containerd.image.name": "localhost/kinodex:" + version},
	}})
	if _, err := layout.Write(dir, named); err != nil {
		return err
	}
	return tarDir(dir, out)
}

// imageOf makes the image of one platform: the program, who runs it, and empty directories. Nothing in
// it but the data directory belongs to the user, so that a read-only root loses nothing.
func imageOf(b *binary, version string) (v1.Image, error) {
	program, err := os.ReadFile(b.path)
	if err != nil {
		return nil, err
	}
	files, err := layerOf([]entry{
		{name: "etc/", mode: 0o755},
		{name: "etc/passwd", mode: 0o644, body: []byte(fmt.Sprintf("kinodex:x:%d:%d:Kinodex:/%s:/sbin/nologin\n", user, user, dataDir))},
		{name: "etc/group", mode: 0o644, body: []byte(fmt.Sprintf("kinodex:x:%d:\n", user))},
		{name: "tmp/", mode: 0o1777},
		{name: "var/", mode: 0o755}, {name: "var/lib/", mode: 0o755},
		{name: dataDir + "/", mode: 0o700, owner: user},
	}, b.made)
	if err != nil {
		return nil, err
	}
	binaries, err := layerOf([]entry{{name: "usr/", mode: 0o755}, {name: "usr/bin/", mode: 0o755}, {name: "usr/bin/kinodex", mode: 0o755, body: program}}, b.made)
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.Append(base, mutate.Addendum{Layer: files, History: v1.History{Created: v1.Time{Time: b.made}, CreatedBy: "user and directories"}},
		mutate.Addendum{Layer: binaries, History: v1.History{Created: v1.Time{Time: b.made}, CreatedBy: "kinodex " + version}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = b.os, b.arch, v1.Time{Time: b.made}
	config.Config = v1.Config{
		User: fmt.Sprintf("%d:%d", user, user), Entrypoint: []string{"/usr/bin/kinodex"}, Cmd: []string{"serve"}, WorkingDir: "/" + dataDir,
		Env:          []string{"PATH=/usr/bin", "KINODEX_ADDR=:8080", "KINODEX_DATA=/" + dataDir},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/" + dataDir: {}}, StopSignal: "SIGTERM",
		Healthcheck: &v1.HealthConfig{Test: []string{"CMD", "/usr/bin/kinodex", "healthcheck"}, Interval: 10 * time.Second, Timeout: 4 * time.Second, StartPeriod: time.Minute, Retries: 3},
		Labels: map[string]string{
			"org.opencontainers.image.title": "Kinodex", "org.opencontainers.image.description": "Cinema analytics that you run yourself",
			"org.opencontainers.image.version": version, "org.opencontainers.image.revision": b.revision,
			"org.opencontainers.image.created": b.made.UTC().Format(time.RFC3339),
		},
	}
	return mutate.ConfigFile(image, config)
}

// entry is a file of a layer, or a directory when its name ends in a slash.
type entry struct {
	name  string
	mode  int64
	owner int
	body  []byte
}

// layerOf makes a layer whose entries all have one date.
func layerOf(entries []entry, at time.Time) (v1.Layer, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Mode: e.mode, Uid: e.owner, Gid: e.owner, ModTime: at, Size: int64(len(e.body)), Typeflag: tar.TypeReg, Format: tar.FormatPAX}
		if strings.HasSuffix(e.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.body); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b.Bytes())), nil }, tarball.WithMediaType(types.OCILayer))
}

// tarDir writes the files of a directory as a tar file, in order of name and without dates. The file is
// whole or not there.
func tarDir(dir, out string) (err error) {
	f, err := os.CreateTemp(filepath.Dir(out), ".image-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w := tar.NewWriter(f)
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, path)
		if err != nil || name == "." {
			return err
		}
		h := &tar.Header{Name: name, Mode: 0o644, ModTime: time.Unix(0, 0), Typeflag: tar.TypeReg}
		if d.IsDir() {
			h.Name, h.Mode, h.Typeflag = name+"/", 0o755, tar.TypeDir
			return w.WriteHeader(h)
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		h.Size = int64(len(body))
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		_, err = w.Write(body)
		return err
	})
	if err != nil {
		return err
	}
	if err = w.Close(); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), out)
}
