package cli

import (
	"io"
	"os"
	"path/filepath"
)

// CreateFile creates or empties the file at path, makes the folders that are missing, and
// has write fill it. What was written stays when write fails. The file is closed in any case.
func CreateFile(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
