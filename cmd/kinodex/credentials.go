package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// secretVariables are the variables that may hold a secret. Each may stand in a file instead: the one
// that the variable with _FILE behind its name names, or one of the variable's own name among the
// credentials that systemd gives a service (LoadCredential), also behind credentialPrefix.
var secretVariables = []string{
	"KINODEX_LEDGER", "KINODEX_METERS", "KINODEX_BUCKET", llmKey, oidcSecret, "KINODEX_KEY",
	"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "OTEL_EXPORTER_OTLP_HEADERS",
}

// credentialPrefix is before the names of credentials when the unit names their directory
// (LoadCredential=kinodex:/etc/kinodex/credentials).
const credentialPrefix = "kinodex_"

// readSecretFiles sets the variables of secrets that stand in files, for this process and those it
// starts. A variable that is set and a file that is named for it contradict each other, which is an
// error. White space around a secret is dropped.
func readSecretFiles() error {
	for _, name := range secretVariables {
		path, named := os.LookupEnv(name + "_FILE")
		if !named || path == "" {
			dir := os.Getenv("CREDENTIALS_DIRECTORY")
			if dir == "" || os.Getenv(name) != "" {
				continue
			}
			path, named = filepath.Join(dir, name), false
			if behind := filepath.Join(dir, credentialPrefix+name); exists(behind) {
				path = behind
			}
		}
		if named && os.Getenv(name) != "" {
			return fmt.Errorf("both %s and %s_FILE are set; unset one of them", name, name)
		}
		secret, err := os.ReadFile(path)
		if !named && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read %s from a file: %w", name, err)
		}
		if secret = bytes.TrimSpace(secret); len(secret) == 0 {
			return fmt.Errorf("read %s from a file: %s is empty", name, path)
		}
		if err := os.Setenv(name, string(secret)); err != nil {
			return fmt.Errorf("read %s from a file: %w", name, err)
		}
	}
	return nil
}

// exists reports whether there is a file.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
