package app

// First returns the first n films of a page as a page of its own, whose cursor continues
// after them. n is from 1 to the page's limit. It is free: the page was paid for.
func (v *Visit) First(f *Films, n int) (*Films, error) {
	q := *f.question
	q.Page.Limit = n
	return v.findFilms(&q)
}
