package catalog

import (
	_ "embed"
	"strings"
	"sync"

	"kinodex/internal/film"
)

// prizesText has who won prizes that no source of records states, one a row: the prize, the year of the award, the
// id of the film and its title, which is for readers. Ties are rows of their own.
//
//go:embed prizes.tsv
var prizesText string

// prizes returns the films of each prize.
var prizes = sync.OnceValue(func() map[string][]film.ID {
	won := map[string][]film.ID{}
	for line := range strings.Lines(prizesText) {
		cells := strings.Split(line, "\t")
		if id, ok := film.ParseID(cells[2]); ok {
			won[cells[0]] = append(won[cells[0]], id)
		}
	}
	return won
})

// PrizeWinners returns the films of the catalogue that won a prize: palme_dor, golden_lion, golden_bear,
// foreign_film_oscar, golden_globe, bafta, cesar or sundance.
func (c *Catalog) PrizeWinners(prize string) (films []uint32) {
	for _, id := range prizes()[prize] {
		if d, ok := c.ByID(id); ok {
			films = append(films, uint32(d))
		}
	}
	return films
}
