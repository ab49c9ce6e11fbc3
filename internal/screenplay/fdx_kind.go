package screenplay

import "strings"

// fdxKind places a paragraph by its type. known is false for a type that is not
// Final Draft's own.
func fdxKind(name string) (kind Kind, known bool) {
	switch name {
	case "Scene Heading":
		return Heading, true
	case "Action", "General", "Shot", "":
		return Action, true
	case "Character":
		return Character, true
	case "Dialogue":
		return Dialogue, true
	case "Parenthetical":
		return Parenthetical, true
	case "Transition":
		return Transition, true
	case "Singing", "Lyrics", "Lyric":
		return Lyric, true
	case "New Act":
		return Section, true
	case "End of Act", "Cast List":
		return Furniture, true
	case "Show/Ep. Title":
		return TitlePage, true
	case "Outline Body", "Synopsis", "Summary":
		return Synopsis, true
	}
	if strings.HasPrefix(name, "Outline") {
		return Section, true
	}
	return Action, false
}

// outlineLevel is the depth of a section: of "Outline 2", two.
func outlineLevel(name string) int {
	if last := name[len(name)-1]; last >= '1' && last <= '9' {
		return int(last - '0')
	}
	return 1
}
