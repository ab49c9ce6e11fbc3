package mcp

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/app"
)

//go:embed skills/*/SKILL.md
var skillTexts embed.FS

// skillsExtension names the extension of the protocol by which clients find skills. It is specified in
// github.com/modelcontextprotocol/ext-skills, specification/stable/skills.mdx (SEP-2640).
const skillsExtension = "io.modelcontextprotocol/skills"

// skill is what a client knows of a skill before it loads it: how it begins, and which files it has.
type skill struct {
	URI         string      `json:"uri"`
	Frontmatter frontmatter `json:"frontmatter"`
	Resources   []skillFile `json:"resources"`

	text string
}

// frontmatter is how SKILL.md begins, whole, as the extension asks for.
type frontmatter struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// skillFile is a file of a skill. Clients refuse content of another digest or size.
type skillFile struct {
	URI    string `json:"uri"`
	Digest string `json:"digest"`
	Size   int    `json:"size"`
}

type listSkillsParams struct {
	sdk.ParamsBase
	Cursor string `json:"cursor,omitempty"`
}

// cacheable begins the results of both methods.
type cacheable struct {
	sdk.ResultBase
	ResultType string `json:"resultType"`
	sdk.Cacheable
}

type listSkillsResult struct {
	cacheable
	Skills []*skill `json:"skills"`
}

type getSkillParams struct {
	sdk.ParamsBase
	URI string `json:"uri"`
}

type getSkillResult struct {
	cacheable
	Skill *skill `json:"skill"`
}

// readSkills returns the skills that the program carries, in order of name.
func readSkills() ([]*skill, error) {
	entries, err := skillTexts.ReadDir("skills")
	if err != nil {
		return nil, err
	}
	var all []*skill
	for _, entry := range entries {
		text, err := skillTexts.ReadFile("skills/" + entry.Name() + "/SKILL.md")
		if err != nil {
			return nil, err
		}
		s := &skill{URI: "skill://" + entry.Name() + "/SKILL.md", text: string(text)}
		head, _, ended := strings.Cut(strings.TrimPrefix(s.text, "---\n"), "\n---\n")
		name, description, both := strings.Cut(head, "\ndescription: ")
		s.Frontmatter = frontmatter{strings.TrimPrefix(name, "name: "), description}
		if !ended || !both || s.Frontmatter.Name != entry.Name() {
			return nil, fmt.Errorf("the skill %s does not begin with its name and its description", entry.Name())
		}
		sum := sha256.Sum256(text)
		s.Resources = []skillFile{{s.URI, "sha256:" + hex.EncodeToString(sum[:]), len(text)}}
		all = append(all, s)
	}
	return all, nil
}

// addSkills adds the skills to the SDK's server, as resources and by the methods of the extension. Asking for
// them is free, as for a prompt.
func (c *Connector) addSkills() error {
	all, err := readSkills()
	if err != nil {
		return err
	}
	byURI := map[string]*skill{}
	for _, s := range all {
		byURI[s.URI] = s
		c.server.AddResource(&sdk.Resource{
			URI: s.URI, Name: s.Frontmatter.Name, Description: s.Frontmatter.Description, MIMEType: "text/markdown", Size: int64(len(s.text)),
		}, c.reader(func(context.Context, *app.Visit, string, string) (string, error) { return s.text, nil }, "text/markdown"))
	}
	kept := cacheable{ResultType: "complete", Cacheable: sdk.Cacheable{TTLMs: int(cacheFor.Milliseconds()), CacheScope: "public"}}
	err = sdk.AddReceivingCustomMethod(c.server, "skills/list", func(_ context.Context, _ *sdk.ServerSession, p *listSkillsParams) (*listSkillsResult, error) {
		if p != nil && p.Cursor != "" {
			return nil, &jsonrpc.Error{Code: invalidParams, Message: "there is one page of skills: leave out cursor"}
		}
		return &listSkillsResult{kept, all}, nil
	})
	if err != nil {
		return err
	}
	return sdk.AddReceivingCustomMethod(c.server, "skills/get", func(_ context.Context, _ *sdk.ServerSession, p *getSkillParams) (*getSkillResult, error) {
		if p == nil || byURI[p.URI] == nil {
			return nil, &jsonrpc.Error{Code: invalidParams, Message: "params.uri is no skill of skills/list"}
		}
		return &getSkillResult{kept, byURI[p.URI]}, nil
	})
}
