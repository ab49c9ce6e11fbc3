package taste

import (
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/taste/prompt"
)

// WishFit says whether a film meets one thing that a prompt asks for. What names it as
// UnmetConstraint does, or is moods; Value is which of several it is, as prompt.Request has it,
// and empty where there is one, or one of all is enough.
type WishFit struct {
	What, Value string
	Met         bool
}

// Fits returns for each film, in the order given, which of the things that a prompt asks for its
// record has. What the prompt rules out, and films to be like, are not among them. A film of which
// something is unknown does not meet a wish for it.
func (x *Taste) Fits(text string, films []catalog.Doc) [][]WishFit {
	r := x.reader.Read(text)
	asks := x.separateDemands(r)
	among := docset.New(x.model.Films)
	among.AddAll(distinct(films))
	for i := range asks {
		asks[i].met = slices.Clone(among)
		asks[i].filter(asks[i].met)
	}
	all := make([][]WishFit, len(films))
	for i, d := range films {
		for _, ask := range asks {
			all[i] = append(all[i], WishFit{ask.what, ask.value, ask.met.Has(uint32(d))})
		}
	}
	return all
}

// separateDemands returns what a prompt demands, each theme on its own.
func (x *Taste) separateDemands(r *prompt.Reading) (asks []demand) {
	for _, d := range append(x.demandsOf(r), x.softDemandsOf(r)...) {
		if d.what != themesDemand {
			asks = append(asks, d)
			continue
		}
		for _, t := range r.Themes {
			asks = append(asks, demand{what: themesDemand, value: t.Words, films: x.model.havingAny(t.Features)})
		}
	}
	return asks
}
