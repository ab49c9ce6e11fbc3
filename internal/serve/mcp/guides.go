package mcp

import (
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/guide"
	"kinodex/internal/param"
)

// disciplineArgument is one of the disciplines whose guides can be listed and read (REQ M-29).
type disciplineArgument struct {
	Discipline guide.Discipline `json:"discipline" enum:"writers,directors,cinematographers" doc:"Whose craft."`
}

// disciplines are those of disciplineArgument.
var disciplines = param.Of(reflect.TypeFor[disciplineArgument](), "json")[0].Enum

// guideArguments name one guide.
type guideArguments struct {
	disciplineArgument
	Name string `json:"name" alias:"slug,writer,director,cinematographer" minLength:"1" maxLength:"200" doc:"Name or slug."`
}

// guideTools returns the tools that list and give craft guides.
func guideTools() []tool {
	return []tool{
		takes(tool{
			name: "list_style_guides", title: "List craft guides",
			about: "Screenwriters, directors or cinematographers with a craft guide: name and slug. Writers' slugs are the styles of ai_rewrite_scene.",
			need:  access.Needs.Guides, output: reflect.TypeFor[crafts](),
		}, listGuides),
		takes(tool{
			name: "get_style_guide", title: "Get a craft guide",
			about: "How a screenwriter, director or cinematographer works: techniques, specifications, films as evidence, what to borrow and avoid, an exercise; in Markdown.",
			need:  access.Needs.Guides, rest: "The resource guide://DISCIPLINE/SLUG has all of it.", output: reflect.TypeFor[guide.Guide](),
		}, getGuide),
	}
}

// listGuides answers list_style_guides with all guides of a discipline, in order of slug.
func listGuides(ctx context.Context, c *call, in disciplineArgument, dst []byte) ([]byte, error) {
	all, err := c.visit.Guides(ctx, in.Discipline)
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
func getGuide(ctx context.Context, c *call, in guideArguments, dst []byte) ([]byte, error) {
	g, err := c.visit.Guide(ctx, in.Discipline, in.Name)
	if err != nil {
		return nil, withGuideHint(err)
	}
	return c.encode(dst, g)
}
