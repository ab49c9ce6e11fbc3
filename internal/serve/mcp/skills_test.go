package mcp_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/identity"
	"kinodex/internal/serve/mcp"
)

// skillEntry is an entry of skills/list, as the extension describes it.
type skillEntry struct {
	URI         string            `json:"uri"`
	Frontmatter map[string]string `json:"frontmatter"`
	Resources   []struct {
		URI    string `json:"uri"`
		Digest string `json:"digest"`
		Size   int    `json:"size"`
	} `json:"resources"`
}

type skillsAsked struct {
	sdk.ParamsBase
	URI string `json:"uri,omitempty"`
}

type skillsTold struct {
	sdk.ResultBase
	ResultType string       `json:"resultType"`
	TTLMs      int          `json:"ttlMs"`
	CacheScope string       `json:"cacheScope"`
	Skills     []skillEntry `json:"skills"`
	Skill      skillEntry   `json:"skill"`
}

// knowing returns a client that knows the methods of the extension.
func knowing(t *testing.T) *sdk.Client {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	for _, method := range []string{"skills/list", "skills/get"} {
		if err := sdk.AddSendingCustomMethod[*skillsAsked, *skillsTold](client, method); err != nil {
			t.Fatal(err)
		}
	}
	return client
}

// skills asks a session for a method of the extension.
func skills(t *testing.T, session *sdk.ClientSession, method string, asked skillsAsked) (*skillsTold, error) {
	t.Helper()
	return sdk.CallCustomMethod[*skillsAsked, *skillsTold](t.Context(), session, method, &asked)
}

// REQ F2-157, F2-158: a client that knows the extension finds the skills, and what it reads is what was announced.
func TestSkillsAreFoundAndRead(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for mode, key := range map[string]string{"without a key": "", "with a key": d.studio()} {
			s := d.connectAs(knowing(t), key)
			if _, ok := s.InitializeResult().Capabilities.Extensions["io.modelcontextprotocol/skills"]; !ok {
				t.Errorf("%s: the extension is not declared", mode)
			}
			checkSkills(t, s)
		}
	})
}

// checkSkills holds the skills of a session to the extension.
func checkSkills(t *testing.T, s *sdk.ClientSession) {
	t.Helper()
	listed, err := skills(t, s, "skills/list", skillsAsked{})
	if err != nil || listed.ResultType != "complete" || listed.TTLMs <= 0 || listed.CacheScope != "public" || len(listed.Skills) != 2 {
		t.Fatalf("%+v, %v", listed, err)
	}
	resources, err := s.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]*sdk.Resource{}
	for _, r := range resources.Resources {
		named[r.URI] = r
	}
	for _, entry := range listed.Skills {
		name, about := entry.Frontmatter["name"], entry.Frontmatter["description"]
		if entry.URI != "skill://"+name+"/SKILL.md" || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(name) || len(name) > 64 || len(about) > 1024 {
			t.Errorf("%s: named %s, told %s", entry.URI, name, about)
		}
		if strings.Contains(about, ": ") || strings.Contains(about, " #") || strings.ContainsAny(about[:1], "\"'[{>|*&!%@`") {
			t.Errorf("%s: a YAML parser reads this otherwise: %s", name, about)
		}
		if r := named[entry.URI]; r == nil || r.Name != name || r.Description != about || r.MIMEType != "text/markdown" {
			t.Errorf("%s: the resource is %+v", name, r)
		}
		read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: entry.URI})
		if err != nil {
			t.Fatal(err)
		}
		text := read.Contents[0].Text
		sum := sha256.Sum256([]byte(text))
		if len(entry.Resources) != 1 || entry.Resources[0].URI != entry.URI || entry.Resources[0].Size != len(text) || entry.Resources[0].Digest != "sha256:"+hex.EncodeToString(sum[:]) {
			t.Errorf("%s: the manifest is %+v of %d bytes", name, entry.Resources, len(text))
		}
		if !strings.HasPrefix(text, "---\nname: "+name+"\ndescription: "+about+"\n---\n\n# ") {
			t.Errorf("%s begins with %.200s", name, text)
		}
		got, err := skills(t, s, "skills/get", skillsAsked{URI: entry.URI})
		if err != nil || got.ResultType != "complete" || got.TTLMs <= 0 {
			t.Fatalf("%s: %+v, %v", name, got, err)
		}
		if a, b := marshalled(t, got.Skill), marshalled(t, entry); a != b {
			t.Errorf("%s: %s, listed as %s", name, a, b)
		}
		toolsOf(t, s, text)
	}
	for _, uri := range []string{"", "skill://", "skill://nobody/SKILL.md", "skill://find-films-for-people", "skill://find-films-for-people/../../skills.go", "film://tt0041959"} {
		if _, err := skills(t, s, "skills/get", skillsAsked{URI: uri}); err == nil || !strings.Contains(err.Error(), "no skill") {
			t.Errorf("skills/get of %q: %v", uri, err)
		}
		if strings.HasPrefix(uri, "skill://") {
			if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: uri}); err == nil {
				t.Errorf("%s was read", uri)
			}
		}
	}
}

func marshalled(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// toolsOf fails where a skill names a tool that does not exist.
func toolsOf(t *testing.T, s *sdk.ClientSession, text string) {
	t.Helper()
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, tool := range tools.Tools {
		known[tool.Name] = true
	}
	named := regexp.MustCompile("`((?:search|get|recommend|analyze|predict|list)_[a-z_]+)`").FindAllStringSubmatch(text, -1)
	if len(named) == 0 {
		t.Errorf("no tool is named in %.60s", text)
	}
	for _, n := range named {
		if !known[n[1]] {
			t.Errorf("there is no tool %s", n[1])
		}
	}
}

// REQ F2-157: the same over standard input.
func TestSkillsOverStandardInput(t *testing.T) {
	checkSkills(t, open(t).pipeAs(knowing(t), identity.Credentials{Sandbox: true}))
}

// REQ F2-158: asking for skills and reading them costs nothing, in either era of the protocol.
func TestSkillsAreFree(t *testing.T) {
	d := open(t)
	key := d.studio()
	for _, ask := range []string{
		`"skills/list"`, `"skills/get","params":{"uri":"skill://read-a-screenplay-honestly/SKILL.md"}`,
		`"resources/read","params":{"uri":"skill://read-a-screenplay-honestly/SKILL.md"}`,
	} {
		if a := d.post(`{"jsonrpc":"2.0","id":1,"method":`+ask+`}`, "Authorization", "Bearer "+key); a.Error != nil {
			t.Errorf("%s: %s", ask, a.body)
		}
	}
	if n := d.used(key); n != 0 {
		t.Errorf("%d requests were spent", n)
	}
	if a := d.post(`{"jsonrpc":"2.0","id":1,"method":"skills/list","params":{"cursor":"2"}}`, "Authorization", "Bearer "+key); a.Error == nil || a.Error.Code != -32602 {
		t.Errorf("a cursor: %s", a.body)
	}
}
