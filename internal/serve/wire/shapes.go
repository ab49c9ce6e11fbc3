package wire

import (
	"kinodex/internal/serve/encode"
)

// SandboxMeta is the meta of an answer that has no other, in the sandbox only
// (REQ A-13).
type SandboxMeta struct {
	Sandbox bool `json:"sandbox" enum:"true" doc:"True: the answer comes from the sandbox."`
}

// SandboxMeta returns the meta of an answer that has no other; nil outside the
// sandbox.
func (x *Exchange) SandboxMeta() *SandboxMeta {
	if x.Visit.Bill().Sandbox {
		return &SandboxMeta{true}
	}
	return nil
}

// AnswerList ends an answer whose data, {"data":[…], is in b already with its meta, and
// sends it. Data are records copied as bytes; a meta is a value.
func (x *Exchange) AnswerList(b []byte, meta any) error {
	b, err := encode.Append(append(b, `,"meta":`...), meta, "")
	if err != nil {
		return err
	}
	x.Answer(append(b, '}'))
	return nil
}
