package serve_test

import (
	"strings"
	"testing"
)

// REQ E-09: at every door a body means the same to every reader of it.
func TestNoBodySaysTwoThings(t *testing.T) {
	t.Parallel()
	s := open(t)
	text := strings.Repeat("INT. HOUSE - DAY\\n\\nA door. ", 40)
	for path, body := range map[string]string{
		"/api/v1/scripts/analyze": `{"text":"` + text + `","TEXT":"` + text + `"}`,
		"/api/v1/recommend":       `{"liked":["Heat"],"Liked":["Titanic"]}`,
		"/api/v1/predict":         `{"title":"A","genres":["Crime"],"Genres":["Drama"]}`,
		"/api/v2/films/batch":     `{"films":["tt0113277"],"Films":["tt0081505"]}`,
		"/api/v2/recommend":       `{"prompt":"a heist","filters":{"genre":"crime","Genre":"drama"}}`,
		togetherPath:              `{"people":[{"prompt":"a heist"},{"prompt":"a heist","Prompt":"a western"}]}`,
	} {
		if p := s.post(path, body).fails(400, "invalid_body"); p.Param != "body" {
			t.Errorf("%s: %+v", path, p)
		}
	}
	a := s.post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_film","Name":"search_films"}}`)
	if !strings.Contains(string(a.body), `"code":-32700`) {
		t.Errorf("the connector says %s", a.body)
	}
	r := s.ask(request{method: "POST", path: "/oauth/register", header: map[string]string{"Content-Type": "application/json"},
		body: `{"redirect_uris":["http://127.0.0.1/cb"],"Redirect_URIs":["http://127.0.0.1/other"]}`})
	if r.status != 400 || !strings.Contains(string(r.body), "invalid_client_metadata") {
		t.Errorf("registration says %d %s", r.status, r.body)
	}
}
