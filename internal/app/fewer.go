package app

// First gives the first n films of a page as a page of its own, whose cursor goes
// on after them. It costs nothing: the page was paid for.
func (v *Visit) First(f *Films, n int) (*Films, error) {
	q := *f.question
	q.Page.Limit = n
	return v.findFilms(&q)
}
