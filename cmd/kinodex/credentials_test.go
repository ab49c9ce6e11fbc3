package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Secrets may stand in files: one that a variable names, or a credential of systemd.
func TestSecretsStandInFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, name := range secretVariables {
		t.Setenv(name, "") // put back when the test ends
		t.Setenv(name+"_FILE", "")
	}
	t.Setenv("KINODEX_LEDGER_FILE", write("somewhere", " postgres://k:secret@db/k\n"))
	t.Setenv("CREDENTIALS_DIRECTORY", dir)
	write("KINODEX_METERS", "redis://cache/0")
	write("KINODEX_LLM_KEY", "from the credential")
	t.Setenv("KINODEX_LLM_KEY", "from the environment")
	write("kinodex_AWS_SECRET_ACCESS_KEY", "from the directory of credentials")
	if err := readSecretFiles(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"KINODEX_LEDGER": "postgres://k:secret@db/k", "KINODEX_METERS": "redis://cache/0",
		"KINODEX_LLM_KEY": "from the environment", "AWS_SECRET_ACCESS_KEY": "from the directory of credentials", "KINODEX_OIDC_CLIENT_SECRET": ""} {
		if got := os.Getenv(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
