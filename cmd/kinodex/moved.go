package main

import "errors"

// MovedCmd stands for one release in the place of a command that kinodex-lab has now.
type MovedCmd struct {
	Args []string `arg:"" optional:""`
}

// Run says where the command is.
func (MovedCmd) Run() error {
	return errors.New("kinodex evaluate and kinodex starter are commands of kinodex-lab now, with the same flags; make lab compiles bin/kinodex-lab in a clone of the repository")
}
