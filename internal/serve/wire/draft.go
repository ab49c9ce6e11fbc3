package wire

import (
	"kinodex/internal/app"
	"kinodex/internal/fault"
)

// ScriptBody is the JSON body of what reads a screenplay (REQ S-15). Text is nil when it was left
// out or null.
type ScriptBody struct {
	Text *string `json:"text" nullable:"false" minLength:"500" doc:"The screenplay: plain text, Fountain or Final Draft XML. At least 500 characters (Unicode code points). It is measured and forgotten: not stored, not logged."`
}

// ScriptBodyExample is what a ScriptBody says in examples; real ones are longer.
const ScriptBodyExample = `{"text":"INT. CUTTING ROOM - NIGHT\n\nReels to the ceiling. IRIS threads the last of them.\n\nIRIS\nOne more, and then we know.\n\n` + ScriptExample + `"}`

// ScriptExample is as much of a screenplay as is read at least.
const ScriptExample = `The lamp comes on. Rain on the window, the street below it empty but for a cyclist who looks up, thinks better of it and rides on. ` +
	`Iris winds the film forward by hand, a frame at a time, and holds each against the light. A face turns. A door behind the face stands open that was shut before. ` +
	`She goes back ten frames: shut. Forward: open. She puts the strip down, takes off the gloves, and for the first time tonight looks at the door behind herself. ` +
	`It is open. Nobody is in it. The projector, which she has not touched, begins to run.`

// Draft reads the draft from whichever form the body has: JSON with text, a form with a file, or
// the file itself. Its errors are faults of text or file. Whether the draft is long enough is
// checked by the application (REQ S-16).
func (x *Exchange) Draft() (d app.Draft, err error) {
	files, err := x.Files()
	if err != nil {
		return d, err
	}
	if files == nil {
		var body ScriptBody
		if err := x.Decode(&body); err != nil {
			return d, err
		}
		return DraftText("text", body.Text)
	}
	return DraftFile(files, "file", "text", "")
}

// DraftText returns a draft from a field of a JSON body. A field that was left out, or null, is
// a fault of kind MissingParameter.
func DraftText(field string, text *string) (app.Draft, error) {
	if text == nil {
		return app.Draft{}, fault.Missing(field, "a screenplay of at least 500 characters")
	}
	return app.Draft{Field: field, Text: *text}, nil
}

// DraftFile returns a draft from the file in the first of the named fields that was sent; the
// field "" stands for a whole body. Faults of the draft name the first field, wherever the
// file was. Without any such file it is a fault of kind MissingParameter.
func DraftFile(files []File, fields ...string) (app.Draft, error) {
	for _, field := range fields {
		for _, f := range files {
			if f.Field == field {
				return app.Draft{Field: fields[0], File: f.Bytes, Name: f.Name}, nil
			}
		}
	}
	return app.Draft{}, fault.Missing(fields[0], "a file: a screenplay as plain text, Fountain, Final Draft XML, a PDF with a text layer, or a document of Word, Fade In, Celtx, Highland or Trelby")
}
