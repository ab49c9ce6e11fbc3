package fdx

import (
	"strings"

	"kinodex/internal/screenplay"
)

// fdxKind places a paragraph by its type. known is false for a type that is not
// Final Draft's own.
func fdxKind(name string) (kind screenplay.Kind, known bool) {
	switch name {
	case "Scene Heading":
		return screenplay.Heading, true
	case "Action", "General", "Shot", "":
		return screenplay.Action, true
	case "Character":
		return screenplay.Character, true
	case "Dialogue":
		return screenplay.Dialogue, true
	case "Parenthetical":
		return screenplay.Parenthetical, true
	case "Transition":
		return screenplay.Transition, true
	case "Singing", "Lyrics", "Lyric":
		return screenplay.Lyric, true
	case "New Act":
		return screenplay.Section, true
	case "End of Act", "Cast List":
		return screenplay.PageArtifact, true
	case "Show/Ep. Title":
		return screenplay.TitlePage, true
	case "Outline Body", "Synopsis", "Summary":
		return screenplay.Synopsis, true
	}
	if strings.HasPrefix(name, "Outline") {
		return screenplay.Section, true
	}
	return screenplay.Action, false
}

// outlineLevel is the depth of a section: of "Outline 2", two.
func outlineLevel(name string) int {
	if last := name[len(name)-1]; last >= '1' && last <= '9' {
		return int(last - '0')
	}
	return 1
}
