package update

import (
	"bytes"
	"io"
	"regexp"
	"time"
)

// Stage is a part of a step, as the program's progress names it, with the time until the next
// one began.
type Stage struct {
	Name string
	Took time.Duration
}

// stages reads the progress that the program prints where there is no terminal, and passes it
// on.
type stages struct {
	now  func() time.Time
	log  io.Writer
	rest []byte // of a line that is not whole
	list []Stage
	last time.Time // when the last one began
}

// progressLine is how far a stage is: "joining: 0 of 2071876 rows".
var progressLine = regexp.MustCompile(`^(.+): \d+ of \d+`)

// Write reads the lines of p.
func (s *stages) Write(p []byte) (int, error) {
	s.rest = append(s.rest, p...)
	for {
		line, rest, whole := bytes.Cut(s.rest, []byte("\n"))
		if !whole {
			break
		}
		if m := progressLine.FindSubmatch(line); m != nil {
			s.at(string(m[1]))
		}
		s.rest = rest
	}
	return s.log.Write(p)
}

// at notes that a stage is under way.
func (s *stages) at(name string) {
	if n := len(s.list); n > 0 && s.list[n-1].Name == name {
		return
	}
	s.close()
	s.list = append(s.list, Stage{Name: name})
	s.last = s.now()
}

// close notes how long the last stage took.
func (s *stages) close() {
	if n := len(s.list); n > 0 {
		s.list[n-1].Took = s.now().Sub(s.last)
	}
}

// end returns the stages of a program that has ended.
func (s *stages) end() []Stage {
	s.close()
	return s.list
}
