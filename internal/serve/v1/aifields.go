package v1

import (
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/param"
	"kinodex/internal/serve/wire"
)

// The bodies of the tools of the writers' room, for the description (REQ K-06). Requests are
// read as aiFields. A pointer without omitempty is a required field. AIText and AIStory are
// exported since the description shows the fields of embedded types only when these are
// exported.
type (
	AIText struct {
		Text *string `json:"text" nullable:"false" minLength:"500" doc:"The screenplay, or a part of one: plain text, Fountain or Final Draft XML. At least 500 characters (Unicode code points). It is read and forgotten."`
	}
	AIStory struct {
		Text     *string `json:"text,omitempty" minLength:"500" doc:"The screenplay, or a part of one: plain text, Fountain or Final Draft XML. At least 500 characters (Unicode code points). It is read and forgotten."`
		Synopsis *string `json:"synopsis,omitempty" minLength:"50" maxLength:"20000" doc:"What the story is, in prose; read when there is no text."`
	}
	aiCoverageBody struct {
		AIText
		Focus string `json:"focus,omitempty" enum:"structure,dialogue,all" default:"all" doc:"What to look at."`
	}
	aiRewriteBody struct {
		Text  *string `json:"text" nullable:"false" minLength:"100" doc:"The scene, at least 100 characters. It is read and forgotten."`
		Style *string `json:"style" nullable:"false" doc:"The slug of a writer's guide, as /styles/writers lists them." example:"billy-wilder"`
	}
	aiCompareBody struct {
		AIStory
		Style *string `json:"style" nullable:"false" doc:"The slug of a writer's guide, as /styles/writers lists them." example:"billy-wilder"`
	}
	aiMatchBody struct {
		AIStory
		Limit *int `json:"limit,omitempty" minimum:"1" maximum:"50" default:"5" doc:"How many writers to name: from 1 to 50, 5 when it is left out."`
	}
	aiTrailerBody struct {
		AIStory
		Limit *int `json:"limit,omitempty" minimum:"5" maximum:"20" default:"9" doc:"How many beats, at most: from 5 to 20, 9 when it is left out."`
	}
	aiLoglineBody struct {
		AIStory
		Genre string `json:"genre,omitempty" doc:"What the film is, separated by commas."`
		Limit *int   `json:"limit,omitempty" minimum:"1" maximum:"5" default:"3" doc:"How many loglines, at most: from 1 to 5, 3 when it is left out."`
	}
	aiVisualBody struct {
		AIStory
		Style string `json:"style,omitempty" doc:"The slug of a cinematographer's guide that should come first."`
		Limit *int   `json:"limit,omitempty" minimum:"1" maximum:"10" default:"3" doc:"How many manners to suggest, at most: from 1 to 10, 3 when it is left out."`
	}
	aiCastBody struct {
		AIStory
		Genre string `json:"genre,omitempty" doc:"What the film is, separated by commas; inferred from films about such things when left out."`
		Limit *int   `json:"limit,omitempty" minimum:"1" maximum:"20" default:"5" doc:"How many candidates for each part, at most: from 1 to 20, 5 when it is left out."`
	}
)

// aiFields has every field that a body of these tools may have. A tool reads those that it
// knows; the others have no effect. Text, Focus and Limit are nil when they were left out.
// file and name are the file that was sent in place of Text, and its name; both are empty
// without one.
type aiFields struct {
	Text     *string `json:"text"`
	Synopsis string  `json:"synopsis"`
	Style    string  `json:"style"`
	Genre    string  `json:"genre"`
	Focus    *string `json:"focus"`
	Limit    *int    `json:"limit"`

	file []byte // instead of Text
	name string
}

// aiFieldsOf reads the request's body: JSON, a file, or a form. In a form the fields text and
// file mean the same, and the last of them counts. Fields that no tool has are ignored. A
// limit in a form that is no integer is a fault of the parameter limit.
func aiFieldsOf(x *wire.Exchange) (*aiFields, error) {
	files, err := x.Files()
	if err != nil {
		return nil, err
	}
	b := &aiFields{}
	if files == nil {
		return b, x.Decode(b)
	}
	for _, f := range files {
		said := strings.TrimSpace(string(f.Bytes))
		switch f.Field {
		case "", "file", "text":
			b.file, b.name = f.Bytes, f.Name
		case "synopsis":
			b.Synopsis = said
		case "style":
			b.Style = said
		case "genre":
			b.Genre = said
		case "focus":
			b.Focus = &said
		case "limit":
			n, err := strconv.Atoi(said)
			if err != nil || len(said) > 9 || said[0] == '+' {
				return nil, fault.Param("limit", "an integer")
			}
			b.Limit = &n
		}
	}
	return b, nil
}

// question returns the fields as a question of one of the tools that read a story. In it a
// Limit of 0 stands for one that was left out, so a limit of 0 that was sent becomes -1.
func (b *aiFields) question() app.WritersRoomQuestion {
	q := app.WritersRoomQuestion{File: b.file, Name: b.name, Synopsis: b.Synopsis, Style: b.Style, Genres: param.Listed(b.Genre)}
	if b.Text != nil {
		q.Text = *b.Text
	}
	if b.Limit != nil {
		if q.Limit = *b.Limit; q.Limit == 0 {
			q.Limit = -1 // stated, and none
		}
	}
	return q
}

// coverage returns the fields as a question for coverage. A focus that was left out stays
// empty. One that is sent but empty is a fault of the parameter focus.
func (b *aiFields) coverage() (app.ScriptCoverageQuestion, error) {
	q := app.ScriptCoverageQuestion{File: b.file, Name: b.name}
	if b.Text != nil {
		q.Text = *b.Text
	}
	if b.Focus != nil {
		if q.Focus = *b.Focus; q.Focus == "" {
			return q, fault.Param("focus", "one of structure, dialogue, all")
		}
	}
	return q, nil
}

// rewrite returns the fields as a question to rewrite a scene. A text that was left out is
// empty in it. A file is not looked at: the tool takes JSON only.
func (b *aiFields) rewrite() app.RewriteQuestion {
	q := app.RewriteQuestion{Style: b.Style}
	if b.Text != nil {
		q.Text = *b.Text
	}
	return q
}
