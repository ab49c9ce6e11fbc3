package v2

import (
	"crypto/ed25519"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
	"kinodex/internal/snapshot"
	"kinodex/internal/snapshot/tables"
)

// snapshotParams say which file is wanted, and whether its link as JSON. An empty Format
// stands for a redirect; any other but json is 400 (REQ SN-10).
type snapshotParams struct {
	Format string `query:"format" enum:"json" doc:"json answers with the link and the manifest instead of a redirect." example:"json"`
	File   string `query:"file" enum:"ndjson,parquet,sqlite" doc:"Which file: every film as a line of JSON (ndjson, the default), or as tables that DuckDB, pandas and Datasette open." example:"parquet"`
}

// snapshotAnswer describes the file of all films (REQ SN-09).
type snapshotAnswer struct {
	Data snapshotData `json:"data"`
}

// snapshotData has a link to the file and the manifest of what it leads to. The link opens
// without a key for ExpiresInSeconds (REQ SN-08, SN-09).
type snapshotData struct {
	DownloadURL      string           `json:"download_url" doc:"Opens the file without a key, in ranges if wanted, until it expires."`
	ExpiresInSeconds int              `json:"expires_in_seconds" minimum:"1"`
	Manifest         snapshotManifest `json:"manifest"`
}

// snapshotManifest is the manifest of REQ SN-14. FilmCount, Bytes and SHA256 agree with the
// file. A mirror that follows the changes compares its lines with ContentSHA256.
// PreviousVersion and ChangesURL are nil in the first version.
type snapshotManifest struct {
	Version         string    `json:"version" doc:"Names this version; send it as since to /api/v2/catalog/changes."`
	GeneratedAt     time.Time `json:"generated_at"`
	FilmCount       int       `json:"film_count" minimum:"0"`
	Bytes           int64     `json:"bytes" minimum:"0" doc:"Of the file as it is downloaded."`
	SHA256          string    `json:"sha256" doc:"Of the file as it is downloaded, in hexadecimal."`
	ContentSHA256   string    `json:"content_sha256" doc:"Of the lines themselves: what a mirror that followed the changes must have."`
	Format          string    `json:"format" enum:"ndjson+gzip,parquet,sqlite" doc:"Of the file that the link opens."`
	SchemaVersion   int       `json:"schema_version" minimum:"1"`
	PreviousVersion *string   `json:"previous_version" doc:"The version before; null in the first."`
	BaseURL         *string   `json:"base_url" doc:"The address that links in the rows begin with; null when they are relative to the address of the service, which is so when it was not told its address."`
	ChangesURL      *string   `json:"changes_url" doc:"Where the changes since the version before are told; null in the first."`

	Files     []snapshot.File  `json:"files" doc:"All files of this version. One that is being made is not here yet."`
	Licences  []tables.Licence `json:"licences" doc:"On what terms figures of a source may be used."`
	Signature []byte           `json:"signature" doc:"Ed25519, in base64, of what docs/bulk.md describes; null for none."`
	PublicKey []byte           `json:"public_key" doc:"What the signature is checked with, in base64."`
}

// describeManifest returns a manifest in the form of the interface, with the size, digest
// and format of a file of it. base is the address of the service, without a trailing slash.
func describeManifest(m *snapshot.Manifest, f snapshot.File, base string) snapshotManifest {
	described := snapshotManifest{
		Version: m.Version, GeneratedAt: m.GeneratedAt, FilmCount: m.FilmCount, Bytes: f.Bytes,
		SHA256: f.SHA256, ContentSHA256: m.ContentSHA256, Format: f.Format,
		SchemaVersion: m.SchemaVersion, PreviousVersion: m.PreviousVersion, BaseURL: m.BaseURL,
		Files: m.Files, Licences: m.Licences, Signature: m.Signature, PublicKey: m.PublicKey,
	}
	if len(m.Files) == 0 { // made before there were tables
		described.Files, described.Licences = []snapshot.File{f}, []tables.Licence{}
	}
	if m.PreviousVersion != nil {
		at := base + "/api/v2/catalog/changes?since=" + *m.PreviousVersion
		described.ChangesURL = &at
	}
	return described
}

// exampleManifest returns the manifest of the examples. Its digests are of no file.
func exampleManifest() snapshotManifest {
	before, base := "000006-91c0d2aa-0a1b2c", "https://kinodex.example"
	m := &snapshot.Manifest{
		Version: "000007-5f2c9a01-0a1b2c", GeneratedAt: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC),
		FilmCount: 152551, Bytes: 80421337,
		SHA256:        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		ContentSHA256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
		Format:        snapshot.Format, SchemaVersion: snapshot.Schema, PreviousVersion: &before, BaseURL: &base,
		Licences: tables.Licences()[:1], Signature: make([]byte, ed25519.SignatureSize), PublicKey: make([]byte, ed25519.PublicKeySize),
	}
	m.Files = []snapshot.File{
		{File: snapshot.Lines, Format: m.Format, Bytes: m.Bytes, SHA256: m.SHA256, Rows: map[string]int64{"films": int64(m.FilmCount)}},
		{File: snapshot.Parquet, Format: snapshot.Parquet, Bytes: 42234093, SHA256: m.ContentSHA256, Rows: map[string]int64{"films": int64(m.FilmCount), "cast": 954561}},
	}
	return describeManifest(m, m.Files[0], base)
}

// registerSnapshot adds GET /catalog/snapshot. It needs the Producer plan, costs one request,
// and is refused in the sandbox (REQ SN-13, A-10, A-14).
func registerSnapshot(api wire.API) {
	wire.Handle(api, wire.Route[snapshotParams]{
		Operation: huma.Operation{
			OperationID: "getSnapshot", Method: http.MethodGet, Path: "/api/v2/catalog/snapshot",
			Tags: []string{"bulk"}, Summary: "Take all films home",
			Description: "A link, good for one hour, to a gzipped NDJSON file with every film in detail mode, one a line, by ascending id; " +
				"or with file=parquet or file=sqlite to the same films as tables. Costs one request; the download itself costs nothing and may be resumed. " +
				"Needs the Producer plan; not part of the sandbox.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[snapshotAnswer](api.Doc, "With format=json: the link and what it leads to.", exampleOf(snapshotAnswer{snapshotData{
					DownloadURL:      "https://kinodex.example/objects/catalog/000007-5f2c9a01-0a1b2c/films.ndjson.gz?expires=1773504566&name=films.ndjson.gz&signature=q1",
					ExpiresInSeconds: int(app.LinkLife / time.Second), Manifest: exampleManifest(),
				}})),
				"302": openapi.Redirects("The file."),
			},
		},
		Need:   access.Needs.Snapshot,
		Linked: true,
		Answer: takeSnapshot,
	})
}

// takeSnapshot answers with a redirect to the file (REQ SN-07), or with format=json with the
// link and the manifest (REQ SN-09). While there is no snapshot it is 503 snapshot_not_ready
// with Retry-After (REQ SN-11).
func takeSnapshot(x *wire.Exchange, p *snapshotParams) error {
	d, err := x.Visit.Snapshot(x.Context(), p.File)
	if err != nil {
		return err
	}
	link := absolute(d.Link, x.Base())
	if p.Format == "" {
		x.Redirect(link)
		return nil
	}
	return x.AnswerJSON(snapshotAnswer{snapshotData{link, int(app.LinkLife / time.Second), describeManifest(d.Manifest, d.File, x.Base())}})
}

// exampleOf returns an answer as JSON, for the description.
func exampleOf(v any) []byte {
	b, _ := json.Marshal(v)
	return b
}

// absolute returns a link with the service's address before it, when it begins with /. Links
// to other hosts stay as they are.
func absolute(link, base string) string {
	if strings.HasPrefix(link, "/") {
		return base + link
	}
	return link
}
