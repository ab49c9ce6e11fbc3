package eval

import (
	"bytes"
	"fmt"
	"io"
	"text/template"
)

// WriteCard writes a card: Markdown made by a text/template from a report. Equal
// data give equal bytes. Nothing is written when the template fails.
//
// Besides the functions of text/template a card has "percent", which is 100 times
// a share.
func WriteCard(to io.Writer, card string, data any) error {
	t, err := template.New("card").Funcs(template.FuncMap{"percent": percent}).Parse(card)
	if err != nil {
		return fmt.Errorf("the template of a card: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return fmt.Errorf("write a card: %w", err)
	}
	_, err = to.Write(out.Bytes())
	return err
}

func percent(share float64) float64 { return 100 * share }
