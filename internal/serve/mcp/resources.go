package mcp

import (
	"context"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/serve/encode"
	"kinodex/internal/serve/wire"
)

// reading returns the text of a resource. rest is what follows the scheme in its address,
// base the address of the service.
type reading func(ctx context.Context, v *app.Visit, base, rest string) (string, error)

// addResources adds the three kinds of resources. Listing them is free; reading one
// counts as a call does (REQ Q-14).
func (c *Connector) addResources() {
	kinds := []struct {
		sdk.ResourceTemplate
		read reading
	}{
		{sdk.ResourceTemplate{
			URITemplate: "film://{id}", Name: "film", Title: "Film", MIMEType: "application/json",
			Description: "Everything known about a film, by its id, such as film://tt0041959.",
		}, readFilm},
		{sdk.ResourceTemplate{
			URITemplate: "script://{id}", Name: "script", Title: "Measured screenplay", MIMEType: "application/json",
			Description: "The measured screenplay of a film, by the film's id, such as script://tt0041959.",
		}, readScript},
		{sdk.ResourceTemplate{
			URITemplate: "guide://{discipline}/{slug}", Name: "guide", Title: "Craft guide", MIMEType: "text/markdown",
			Description: "How a screenwriter, director or cinematographer works, such as guide://writers/billy-wilder.",
		}, readGuide},
	}
	for _, kind := range kinds {
		c.server.AddResourceTemplate(&kind.ResourceTemplate, c.reader(kind.read, kind.MIMEType))
	}
	// Guides are few enough to be listed one by one; films are searched for.
	for _, discipline := range disciplines {
		for _, g := range c.app.ListGuides(guide.Discipline(discipline)) {
			c.server.AddResource(&sdk.Resource{
				URI: "guide://" + discipline + "/" + g.Slug, Name: g.Slug, Title: g.Name + ", " + string(g.Films[0].Role),
				Description: g.Summary, MIMEType: "text/markdown",
			}, c.reader(readGuide, "text/markdown"))
		}
	}
}

// reader returns the handler of a kind of resource. Each reading opens a visit of its own and
// closes it. A resource that does not exist is the protocol's error for that, all else a
// refusal with the data of a tool error.
func (c *Connector) reader(read reading, media string) sdk.ResourceHandler {
	return func(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		v, a, err := c.visit(ctx)
		if err != nil {
			return nil, refusal(toolErrorOf(c.failures.Settle(ctx, wire.Occasion{Route: Path}, nil, err), access.Bill{}))
		}
		defer v.Close()
		_, rest, _ := strings.Cut(r.Params.URI, "://")
		text, err := c.read(ctx, read, v, a.base, rest)
		if err != nil {
			d := toolErrorOf(c.failures.Settle(ctx, wire.Occasion{Route: Path + " resources/read"}, v, err), v.Bill())
			if d.Code == notFound {
				return nil, sdk.ResourceNotFoundError(r.Params.URI)
			}
			return nil, refusal(d)
		}
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.Params.URI, MIMEType: media, Text: text}}}, nil
	}
}

// read returns the text of a resource. A library that cannot be read is a fault, not a panic;
// other panics continue.
func (c *Connector) read(ctx context.Context, what reading, v *app.Visit, base, rest string) (text string, err error) {
	defer c.app.Rescue(&err)
	return what(ctx, v, base, rest)
}

// readFilm returns a film in the detail view, as JSON, whole.
func readFilm(ctx context.Context, v *app.Visit, base, id string) (string, error) {
	found, err := v.Film(id, film.Detail).Answer(ctx)
	if err != nil {
		return "", err
	}
	return string(found.AppendData(nil, base)), nil
}

// readScript returns the script of a film, as JSON, with all features.
func readScript(ctx context.Context, v *app.Visit, _, id string) (string, error) {
	script, err := v.Script(ctx, id)
	if err != nil {
		return "", err
	}
	told, err := encode.Append(nil, script, "")
	return string(told), err
}

// readGuide returns a guide as Markdown, under its name and summary.
func readGuide(ctx context.Context, v *app.Visit, _, rest string) (string, error) {
	discipline, slug, _ := strings.Cut(rest, "/")
	g, err := v.Guide(ctx, guide.Discipline(discipline), slug)
	if err != nil {
		return "", err
	}
	return "# " + g.Name + "\n\n" + g.Summary + "\n\n" + g.Content, nil
}
