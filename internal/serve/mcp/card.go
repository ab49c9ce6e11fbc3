package mcp

import (
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"kinodex/internal/serve/wire"
)

// CardPath is where programs read what the connector is before they connect.
const CardPath = "/.well-known/mcp/server-card.json"

// card tells who the connector is, where it is and which versions it speaks, by the Server Card
// extension of the protocol (SEP-2127; F2-131). Tools are not in it: tools/list has them.
type card struct {
	Schema      string       `json:"$schema"`
	Name        string       `json:"name"`
	Version     string       `json:"version"`
	Title       string       `json:"title"`
	Description string       `json:"description"`
	Website     string       `json:"websiteUrl"`
	Remotes     []cardRemote `json:"remotes"`
}

type cardRemote struct {
	Type     string       `json:"type"`
	URL      string       `json:"url"`
	Headers  []cardHeader `json:"headers"`
	Versions []string     `json:"supportedProtocolVersions"`
}

type cardHeader struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Required    bool   `json:"isRequired"`
	Secret      bool   `json:"isSecret"`
}

// sendCard answers with the card. It is the same for everybody who asks at an address.
func (c *Connector) sendCard(w http.ResponseWriter, _ *http.Request) {
	x := w.(*wire.Exchange)
	base := x.Base()
	body, err := json.Marshal(card{
		Schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
		Name:   namespaceOf(base) + "/kinodex", Version: c.app.Version(), Title: "Kinodex",
		Description: "Films and screenplays: catalogue, ratings, money, recommendations, forecasts and script analysis.",
		Website:     base + "/docs/manual/connector",
		Remotes: []cardRemote{{
			Type: "streamable-http", URL: base + Path, Versions: versions,
			Headers: []cardHeader{{"Authorization", "Bearer and a key, or an access token of a sign-in. Without it the connector is a sandbox.", false, true}},
		}},
	})
	if err != nil {
		x.Fail(err)
		return
	}
	x.Header().Set("Cache-Control", "public, max-age=3600")
	x.SendAs("application/mcp-server-card+json", http.StatusOK, append(x.Body(), body...))
}

// namespaceOf returns the host of an address as the names of cards begin, in reverse; of an IP address,
// which has no such form, it is local.
func namespaceOf(base string) string {
	at, err := url.Parse(base)
	if err != nil || at.Hostname() == "" {
		return "local"
	}
	if _, err := netip.ParseAddr(at.Hostname()); err == nil {
		return "local"
	}
	labels := strings.Split(strings.Trim(at.Hostname(), "."), ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}
