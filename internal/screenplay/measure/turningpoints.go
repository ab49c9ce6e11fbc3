package measure

// TurningPoints is how many turning points a story is said to have.
const TurningPoints = 5

// TurningPoint is an event that screenwriting literature expects at a position of every
// script, with the scene that lies there.
type TurningPoint struct {
	Name     string
	Position float64 // 0 to 1, of the script's words
	Scene    int     // its place in Report.Scenes
}

// stated has where the literature states the turning points, in order. The names are those
// of TRIPOD (Papalampidi, Keller and Lapata, 2019).
var stated = [TurningPoints]TurningPoint{
	{"opportunity", 0.10, 0}, {"change of plans", 0.25, 0}, {"point of no return", 0.50, 0}, {"major setback", 0.75, 0}, {"climax", 0.95, 0},
}

// TurningPoints returns the turning points in order, each with the scene at its stated
// position: none was read for. A script of fewer scenes than points, or without words, has
// none.
func (r *Report) TurningPoints() []TurningPoint {
	if len(r.Scenes) < TurningPoints || r.Words.Film() == 0 {
		return nil
	}
	all := stated
	for k := range all {
		all[k].Scene = r.SceneAt(all[k].Position)
	}
	return all[:]
}

// SceneAt returns the scene that a position, 0 to 1, lies in; -1 of a script without
// scenes. What stands before the first scene counts to it.
func (r *Report) SceneAt(position float64) int {
	at := min(0, len(r.Scenes)-1)
	for i := range r.Scenes {
		if r.Scenes[i].Position > position {
			break
		}
		at = i
	}
	return at
}
