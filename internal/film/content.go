package film

// HasContent reports whether enough is known of a film to say which films are
// like it: two of what kind of film it is (genres), who made it (director or
// cast) and what it tells (overview or keywords). Such a film has similarity
// data, and only such a film has a link to similar ones (REQ F2-39, F2-41).
func HasContent(f *Film) bool {
	known := 0
	for _, has := range [...]bool{
		len(f.Genres) > 0,
		f.Director != nil || len(f.Cast) > 0,
		f.Overview != nil || len(f.Keywords) > 0,
	} {
		if has {
			known++
		}
	}
	return known >= 2
}
