package mcp_test

import (
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/serve/mcp"
)

// An answer comes in the forms that the version a request declares knows: as text
// alone before structuredContent was, which is what a request without a version is
// taken for, and as both since (REQ M-02, M-05, M-17).
func TestAnswersComeInTheFormsOfTheVersion(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_film","arguments":{"id":"` + apptest.Crossing + `"}`
		for version, twice := range map[string]bool{"": true, "2025-03-26": false, "2025-06-18": true, "2025-11-25": true} {
			var header []string
			if version != "" {
				header = []string{"MCP-Protocol-Version", version}
			}
			r := d.read(d.post(call+`}}`, header...))
			if (r.Structured != nil) != twice {
				t.Errorf("version %q: structuredContent is there: %v", version, r.Structured != nil)
			}
			if !twice && len(r.Result) > len(r.payload)*5/4 {
				t.Errorf("version %q: %d bytes to tell %d", version, len(r.Result), len(r.payload))
			}
			var film struct{ Filmdb_id string }
			r.into(t, &film)
			if film.Filmdb_id != apptest.Crossing {
				t.Errorf("version %q: the text tells %q", version, film.Filmdb_id)
			}
		}
		r := d.read(d.post(call+`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
			"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "get_film"))
		if r.Structured == nil {
			t.Error("no structuredContent in the modern era")
		}
	})
}
