package mcp_test

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/serve/mcp"
)

// F2-131: the card says who the connector is, where, and which versions it speaks.
func TestTheServerCard(t *testing.T) {
	for base, name := range map[string]string{
		"": "local/kinodex", "https://films.example.com": "com.example.films/kinodex", "http://localhost:8080": "localhost/kinodex", "http://[::1]:8080": "local/kinodex",
	} {
		d := open(t, func(o *mcp.Options) { o.BaseURL = base })
		res, err := http.Get(strings.TrimSuffix(d.url, mcp.Path) + mcp.CardPath)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		var card struct {
			Schema                                        string `json:"$schema"`
			Name, Version, Title, Description, WebsiteURL string
			Remotes                                       []struct {
				Type, URL                 string
				SupportedProtocolVersions []string
			}
		}
		if err := json.Unmarshal(body, &card); err != nil || res.StatusCode != 200 || len(card.Remotes) != 1 {
			t.Fatalf("%d %s", res.StatusCode, body)
		}
		if base == "" {
			base = strings.TrimSuffix(d.url, mcp.Path)
		}
		remote := card.Remotes[0]
		if card.Name != name || card.Version != apptest.Version || card.WebsiteURL != base+"/docs/manual/connector" || remote.Type != "streamable-http" || remote.URL != base+"/mcp" {
			t.Errorf("%s", body)
		}
		if !slices.Contains(remote.SupportedProtocolVersions, "2026-07-28") || !slices.Contains(remote.SupportedProtocolVersions, "2025-11-25") {
			t.Errorf("versions %v", remote.SupportedProtocolVersions)
		}
		// The bounds of the extension's schema.
		if !regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`).MatchString(card.Name) || len(card.Description) > 100 || card.Description == "" ||
			card.Schema != "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json" {
			t.Errorf("%s", body)
		}
		if res.Header.Get("Content-Type") != "application/mcp-server-card+json" {
			t.Errorf("sent as %s", res.Header.Get("Content-Type"))
		}
	}
}
