package serve

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// servedFile is a file that is served for everyone, as the description tells it. It
// is written by net/http, so it comes whole or in parts, and to HEAD, too.
type servedFile struct {
	id, path, summary, text string
	media                   []string // of the file
	params                  []*huma.Param
	cache                   string
	errors                  map[string]string // status to the response of the same name in components
}

// describe adds it to the description.
func (f servedFile) describe(doc *huma.OpenAPI) {
	content := map[string]*huma.MediaType{}
	for _, media := range f.media {
		content[media] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	whole := map[string]*huma.Param{
		"ETag":          {Ref: "#/components/headers/ETag"},
		"Cache-Control": {Description: f.cache, Schema: &huma.Schema{Type: huma.TypeString}},
		"Accept-Ranges": {Description: "bytes", Schema: &huma.Schema{Type: huma.TypeString}},
		"X-Request-Id":  {Ref: "#/components/headers/X-Request-Id"},
	}
	parts := map[string]*huma.MediaType{"multipart/byteranges": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}
	for media, one := range content {
		parts[media] = one
	}
	op := &huma.Operation{
		OperationID: f.id, Method: http.MethodGet, Path: f.path, Summary: f.summary,
		Description: f.text + " For everyone who has the address, without a key; costs nothing. HEAD is answered, too.",
		Tags:        []string{"service"}, Security: []map[string][]string{{}},
		Parameters: append(f.params, conditional...),
		Responses: map[string]*huma.Response{
			"200": {Description: "The whole file.", Headers: whole, Content: content},
			"206": {Description: "The parts that Range asked for; several in one multipart body.", Headers: whole, Content: parts},
			"304": {Description: "It is as If-None-Match names it."},
			"416": {Description: "Range asks for nothing that is in the file."},
		},
	}
	for status, name := range f.errors {
		op.Responses[status] = &huma.Response{Ref: "#/components/responses/" + name}
	}
	doc.AddOperation(op)
}

// conditional are the headers that net/http understands with a file.
var conditional = []*huma.Param{
	{Name: "Range", In: "header", Description: "The parts that are wanted.", Schema: textLike("bytes=0-1023")},
	{Name: "If-Range", In: "header", Description: "The entity tag that the parts must be of; of another file the whole is sent.", Schema: textLike(`"5f2c9a0112345678"`)},
	{Name: "If-None-Match", In: "header", Description: "Entity tags of what is there already.", Schema: textLike(`"5f2c9a0112345678"`)},
}

// needed returns a required parameter, of type string. in is path or query.
func needed(name, in, text, example string) *huma.Param {
	return &huma.Param{Name: name, In: in, Required: true, Description: text, Schema: textLike(example)}
}

// textLike is the schema of a text, with an example.
func textLike(example string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Examples: []any{example}}
}
