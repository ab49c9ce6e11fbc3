package mcp

import (
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/guide"
)

// disciplines are those whose guides can be listed and read (REQ M-29).
var disciplines = []string{string(guide.Writers), string(guide.Directors), string(guide.Cinematographers)}

// guideTools returns the tools that list and give craft guides.
func guideTools() []tool {
	return []tool{
		{
			name: "list_style_guides", title: "List craft guides",
			about: "The screenwriters, directors or cinematographers whose craft there is a guide to: name and slug. Slugs of writers are the styles that ai_rewrite_scene takes.",
			takes: []argument{word("discipline", disciplines, "Whose craft.").needed()},
			need:  access.Needs.Guides, output: reflect.TypeFor[crafts](), answer: listGuides,
		},
		{
			name: "get_style_guide", title: "Get a craft guide",
			about: "How one screenwriter, director or cinematographer works: techniques, specifications, films as evidence, what to borrow and what to avoid, and an exercise, in Markdown.",
			takes: []argument{
				word("discipline", disciplines, "Whose craft.").needed(),
				text("name", 200, "Name or slug.").needed(),
			},
			need: access.Needs.Guides, rest: "The resource guide://DISCIPLINE/SLUG has all of it.", output: reflect.TypeFor[guide.Guide](), answer: getGuide,
		},
	}
}

// listGuides answers list_style_guides with all guides of a discipline, in order of slug.
func listGuides(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	all, err := c.visit.Guides(ctx, guide.Discipline(c.text("discipline")))
	if err != nil {
		return nil, err
	}
	told := crafts{Data: make([]craftName, len(all)), Meta: craftsMeta{len(all), c.visit.Bill().Sandbox}}
	for i, g := range all {
		told.Data[i] = craftName{g.Name, g.Slug}
	}
	return c.encode(dst, told)
}

// crafts is the answer of list_style_guides.
type crafts struct {
	Data []craftName `json:"data"`
	Meta craftsMeta  `json:"meta"`
}

type craftName struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

type craftsMeta struct {
	Total   int  `json:"total"`
	Sandbox bool `json:"sandbox,omitempty"`
}

// getGuide answers get_style_guide. A name that no guide has is NOT_FOUND (REQ M-30).
func getGuide(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	g, err := c.visit.Guide(ctx, guide.Discipline(c.text("discipline")), c.text("name"))
	if err != nil {
		return nil, withGuideHint(err)
	}
	return c.encode(dst, g)
}
