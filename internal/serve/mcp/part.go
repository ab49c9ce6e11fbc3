package mcp

import (
	"strconv"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// partArguments are taken by tools whose answers may be cut: the same call with them gives one
// list or text of the whole answer, from where it was cut. Each such call counts (REQ M-39).
type partArguments struct {
	Part   string `json:"part,omitempty" maxLength:"200" doc:"A list of the whole answer, as cast."`
	Offset int    `json:"offset,omitempty" minimum:"0" maximum:"1000000" default:"0" doc:"In part."`
}

// partHow says how to read on, in the rest of a cut answer.
const partHow = "Call this tool again with the same arguments and part and offset as given here; each call counts."

// appendAnswer appends the payload of a tool that takes part and offset: the part of the
// whole answer that is asked for, or else what brief keeps of it, cut to budget bytes.
func (p *partArguments) appendAnswer(dst, payload []byte, brief func(payload []byte) []byte, budget int) ([]byte, error) {
	if p.Part != "" {
		return appendPart(dst, payload, p.Part, p.Offset)
	}
	return fit(dst, brief(payload), budget, partHow), nil
}

// appendPart appends one list or text of a payload, from offset on, as much as an answer may
// have. An offset beyond the end gives an empty part. next_offset is null when the part is
// complete. A path that leads to no list and no text is a fault of the parameter part.
func appendPart(dst, payload []byte, part string, offset int) ([]byte, error) {
	value := payload
	for key := range strings.SplitSeq(part, ".") {
		value = member(value, key)
	}
	list, runes := items(value), []rune(nil)
	isText := len(value) > 0 && value[0] == '"'
	if isText {
		runes = []rune(plainText(value))
	} else if len(value) == 0 || value[0] != '[' {
		return nil, fault.Param("part", "a part that the rest of a truncated answer names")
	}
	total := max(len(list), len(runes))
	first := min(offset, total)
	next := first
	dst = film.AppendText(append(dst, `{"part":`...), part)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(first), 10)
	dst = strconv.AppendInt(append(dst, `,"total":`...), int64(total), 10)
	if isText {
		next = min(total, first+answerBytes/6) // a character may take six bytes
		dst = film.AppendText(append(dst, `,"text":`...), string(runes[first:next]))
	} else {
		for size := 0; next < total && (next == first || size+len(list[next]) < answerBytes/2); next++ {
			size += len(list[next]) + 1
		}
		dst = appendArray(append(dst, `,"items":`...), list[first:next])
	}
	if next < total {
		return append(strconv.AppendInt(append(dst, `,"next_offset":`...), int64(next), 10), '}'), nil
	}
	return append(dst, `,"next_offset":null}`...), nil
}
