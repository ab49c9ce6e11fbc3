// Command generate writes the models and methods of the clients in clients/go,
// clients/typescript and clients/python from the description of the interface. What
// they stand on (tries, pages, downloads, errors) is written by hand beside them.
//
//	go run ./clients/generate    # in the root of the repository
//
// Start reading at read.go, which turns the description into operations and models; one
// file for each language writes them.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// description is where the description of the interface lies in the repository.
const description = "internal/serve/testdata/openapi.json"

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// write writes all generated files below the root of the repository.
func write(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the generated files by path.
func generate(root string) (map[string][]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, description))
	if err != nil {
		return nil, err
	}
	api, err := read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", description, err)
	}
	files := map[string][]byte{}
	for _, language := range []func(*API) (map[string][]byte, error){writeGo, writePython, writeTypeScript} {
		written, err := language(api)
		if err != nil {
			return nil, err
		}
		for name, text := range written {
			files["clients/"+name] = text
		}
	}
	return files, nil
}
