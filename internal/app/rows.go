package app

import "kinodex/internal/film"

// AppendRows is AppendData with the named fields of each film only: a comma-separated list,
// empty for all. An unknown field is a fault of the parameter fields.
func (s *Similar) AppendRows(dst []byte, fields, base string) ([]byte, error) {
	projection, err := film.List.Project(fields)
	if err != nil {
		return nil, err
	}
	dst = append(dst, '[')
	for i, d := range s.docs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.catalog.Record(d, film.List).AppendTo(dst, projection, base)
	}
	return append(dst, ']'), nil
}
