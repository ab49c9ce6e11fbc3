package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/fault"
	"kinodex/internal/serve/openapi"
)

// fileTypes are the media types a file may be declared as, and that of a form
// with files in it.
var fileTypes = []string{
	"text/plain", "text/x-fountain", "application/xml", "text/xml", "application/pdf", wordMedia, zipMedia, formMedia,
}

// wordMedia and zipMedia are the media types of documents that are archives: Word's, and
// those of programs whose documents have no type of their own.
const (
	wordMedia = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	zipMedia  = "application/zip"
)

// formMedia is the media type of a form with files.
const formMedia = "multipart/form-data"

// File is a file that was sent.
type File struct {
	// Field is the name of the part of the form it was in, empty when it is the
	// whole body; Name is its file name, often empty.
	Field, Name string
	Bytes       []byte
}

// mostParts is how many parts a form may have.
const mostParts = 16

// Files gives the files of the request's body, in order; none when the body is
// JSON or declares nothing, and is to be read with Decode. What is in a form but
// has no file name counts as well: a text field is a short file.
func (x *Exchange) Files() ([]File, error) {
	declared := x.R.Header.Get("Content-Type")
	media, params, err := mime.ParseMediaType(declared)
	if declared == "" || err != nil || isJSON(media) {
		return nil, nil // what is malformed was refused before
	}
	if media != formMedia {
		if looksLikeJSON(x.posted) {
			return nil, fault.New(fault.UnsupportedMedia, "the body is JSON, but declared to be %s; Content-Type must be application/json", media)
		}
		return []File{{Name: nameFor(media), Bytes: x.posted}}, nil
	}
	var files []File
	left := x.filesLimit
	form := multipart.NewReader(bytes.NewReader(x.posted), params["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) && len(files) > 0 {
			return files, nil
		}
		if err != nil || len(files) == mostParts {
			return nil, badForm.Because(err)
		}
		b, err := io.ReadAll(part) // a part of what was read already
		if err != nil {
			return nil, badForm.Because(err)
		}
		if left -= int64(len(b)); left < 0 {
			return nil, oversized(x.filesLimit)
		}
		files = append(files, File{Field: part.FormName(), Name: part.FileName(), Bytes: b})
	}
}

// badForm is the fault of a form that cannot be read to its end or has too many
// parts.
var badForm = func() *fault.Fault {
	f := fault.New(fault.InvalidBody, "the body is not a complete form of 1 to 16 parts")
	f.Param, f.Allowed = "body", "multipart/form-data"
	return f
}()

// looksLikeJSON reports whether a body is a JSON object: whoever sends one as
// plain text has forgotten to say what it is.
func looksLikeJSON(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 1 && body[0] == '{' && body[len(body)-1] == '}' && json.Valid(body)
}

// nameFor gives a file that came without a name one that tells its type.
func nameFor(media string) string {
	switch media {
	case "text/x-fountain":
		return "script.fountain"
	case "application/xml", "text/xml":
		return "script.fdx"
	case "application/pdf":
		return "script.pdf"
	case wordMedia:
		return "script.docx"
	case zipMedia:
		return "script.zip"
	}
	return "script.txt"
}

// TakesFiles is openapi.Takes for a body that may also be a file, or a form with a file
// in each of the named fields.
func TakesFiles[T any](doc *huma.OpenAPI, example string, fields ...string) *huma.RequestBody {
	body := openapi.Takes[T](doc, true, example)
	form := &huma.Schema{Type: huma.TypeObject, Required: fields, Properties: map[string]*huma.Schema{}}
	for _, name := range fields {
		form.Properties[name] = &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "A screenplay: plain text, Fountain, Final Draft XML, a PDF with a text layer, or a document of Word, Fade In, Celtx, Highland or Trelby."}
	}
	body.Content[formMedia] = &huma.MediaType{Schema: form}
	if len(fields) == 1 {
		for _, media := range fileTypes[:len(fileTypes)-1] {
			body.Content[media] = &huma.MediaType{Schema: doc.Components.Schemas.Schema(reflect.TypeFor[string](), true, "")}
		}
	}
	return body
}
