package sqlstore

import (
	"context"
	"fmt"
	"io/fs"
)

// Steps returns how many migrations there are in files, which is the version of the schema that they
// lead to.
func Steps(files fs.FS) int {
	steps, _ := fs.Glob(files, "migrations/*.sql") // fails on a bad pattern only
	return len(steps)
}

// Migrate brings a schema from a version to the present one and returns that: how
// many files there are under migrations in files, one a step, in order of name. exec
// runs the statements of one file. A version above the present one is an error, and
// nothing is run: a newer program made the schema. An error of exec ends it, with
// the name of the file.
//
// The caller runs it in one transaction that no other process can be in at the same
// time, and stores the version in the same transaction.
func Migrate(ctx context.Context, files fs.FS, version int, exec func(ctx context.Context, statements string) error) (present int, err error) {
	steps, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return 0, err
	}
	if version > len(steps) {
		return 0, fmt.Errorf("the ledger has schema %d; this program knows %d: it was opened by a newer program", version, len(steps))
	}
	for _, name := range steps[version:] {
		step, err := fs.ReadFile(files, name)
		if err != nil {
			return 0, err
		}
		if err := exec(ctx, string(step)); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
	}
	return len(steps), nil
}
