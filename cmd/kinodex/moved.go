package main

import "errors"

// MovedCmd stands for one release in the place of a command that kinodex-lab has now.
type MovedCmd struct {
	Args []string `arg:"" optional:""`
}

// Run says where the command is.
func (MovedCmd) Run() error {
	return errors.New("kinodex evaluate and kinodex starter have moved to kinodex-lab, with the same flags; run make lab in a clone of the repository to compile bin/kinodex-lab")
}
