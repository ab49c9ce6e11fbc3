package app

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"image"
	"strings"
	"time"
	"unicode"

	"kinodex/internal/llm"
	"kinodex/internal/poster/vision"
	"kinodex/internal/writersroom"
)

// PosterProse is what a language model says of a picture.
type PosterProse struct {
	Text  string             `json:"text" doc:"One paragraph, at most 2,000 characters."`
	Model writersroom.Engine `json:"model"`
}

// proseTime is how long the model may take, so that the reading is still answered
// in time (REQ L-11).
const proseTime = 18 * time.Second

// What is sent to the model: no side longer than proseSide, as a new JPEG, so
// that nothing but pixels is in it.
const (
	proseSide    = 768
	proseQuality = 85
	proseTokens  = 1000
	mostProse    = 2000 // characters
)

//go:embed prompts/poster.md
var prosePrompt string

const proseSchema = `{"type":"object","properties":{"description":{"type":"string"}},"required":["description"],"additionalProperties":false}`

// Describe asks the language model for prose on the picture, which is part of the
// question that was answered with the critique, and adds it. Without a model there
// is none. A model that fails is no failure of the answer: Warnings then say why
// there is no prose (REQ K-07). It takes up to proseTime and keeps no processor
// busy.
func (c *PosterCritique) Describe(ctx context.Context) {
	if c.model == nil {
		return
	}
	var err error
	if c.Prose, err = c.prose(ctx); err != nil {
		c.Warnings = append(c.Warnings, "There is no prose: "+whyNoProse(err)+".")
	}
}

func (c *PosterCritique) prose(ctx context.Context) (*PosterProse, error) {
	ctx, cancel := context.WithTimeout(ctx, proseTime)
	defer cancel()
	a, err := c.model.Answer(ctx, llm.Question{
		System: prosePrompt,
		Parts:  []llm.Part{{Text: "Measured: " + c.Analysis}, {Image: c.small, Type: "image/jpeg"}},
		Schema: json.RawMessage(proseSchema), SchemaName: "poster_description", MostTokens: proseTokens,
	})
	if err != nil {
		return nil, err
	}
	var said struct{ Description string }
	if json.Unmarshal([]byte(a.Text), &said) != nil {
		return nil, llm.ErrMalformed
	}
	text := plain(said.Description)
	if text == "" {
		return nil, llm.ErrMalformed
	}
	by := c.model.Name()
	return &PosterProse{text, writersroom.Engine{Provider: by.Provider, Name: by.Model}}, nil
}

// whyNoProse returns a reason that may be shown to clients: a kind of llm's errors, without
// details of the server behind the model.
func whyNoProse(err error) string {
	for _, kind := range []error{llm.ErrBusy, llm.ErrRefused, llm.ErrMalformed} {
		if errors.Is(err, kind) {
			return kind.Error()
		}
	}
	return llm.ErrUnavailable.Error()
}

// shrunk returns the picture for the model: a new JPEG with no side longer than proseSide.
func shrunk(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := vision.EncodeJPEG(&b, vision.Fit(img, proseSide, proseSide), proseQuality)
	return b.Bytes(), err
}

// plain returns what a model wrote as one paragraph: white space as single spaces, no
// invisible characters, and at most mostProse characters, cut after a sentence if possible.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r):
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > mostProse {
		text = string(r[:mostProse])
		if end := strings.LastIndex(text, ". "); end > 0 {
			text = text[:end+1]
		}
	}
	return text
}
