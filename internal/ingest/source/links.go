package source

// links reads pairs of a film database id without its letters and a movie database id. Both
// must be there: a row that lacks one is rejected. The claim states the two ids alone.
func links(s *sheet) (row, flush func()) {
	tt, number := s.col("imdbId"), s.col("tmdbId")
	return func() {
		c := s.newClaim()
		c.ID, c.MoviedbID = bareID(s.cell(tt)), s.whole(s.cell(number))
		switch {
		case c.ID == 0:
			s.reject(NoID, string(s.cell(tt)))
		case c.MoviedbID == 0:
			s.reject(NothingStated, "movie database id")
		default:
			s.emit()
		}
	}, nil
}
