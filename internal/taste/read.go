package taste

import (
	"math"

	"kinodex/internal/pack"
	"kinodex/internal/taste/embedding"
	"kinodex/internal/taste/feature"
)

// readModel returns the model in a file, whose arrays are the mapped bytes. It checks that
// every number that refers to something is in range, so that no query can fail on a damaged
// file. When something is wrong the error is in r and the result is nil.
func readModel(r *pack.Reader, films int) *model {
	head := pack.Column[uint32](r, "format", 4)
	if r.Err() != nil || !r.RequireVersion("taste", head[0], formatVersion) {
		return nil
	}
	r.Require(int64(head[1]) == int64(films), "made of %d films, the catalogue has %d", head[1], films)
	r.Require(head[2] == uint32(feature.Kinds) && head[3] == dims, "%d kinds of features and %d themes", head[2], head[3])
	m := &model{Index: feature.Index{Films: films}}
	m.readVocabulary(r)
	m.readLinks(r)
	features := int(m.Ranges[feature.Kinds])
	m.Year = pack.Column[int16](r, "films/year", films)
	m.Runtime = pack.Column[uint16](r, "films/runtime", films)
	m.Fame = pack.Between[float32](r, "films/fame", films, 0, 1)
	m.quality = pack.Between[float32](r, "films/quality", films, 0, 1)
	m.flags = pack.Column[uint8](r, "films/flags", films)
	m.oscars = pack.Column[uint8](r, "films/oscars", films)
	m.themes = pack.Column[int8](r, sectionThemes, films*dims)
	m.termFeatures = pack.Below[uint32](r, "terms/features", pack.Any, features)
	m.termThemes = pack.Column[int8](r, sectionTermThemes, len(m.termFeatures)*dims)
	m.termScale = readTermScale(r, len(m.termFeatures))
	m.like, m.likeScores, m.likeFirst = readNeighbours(r, sectionNeighbours, films)
	if listed := len(pack.Column[uint32](r, "together/first", pack.Any)) > 0; listed {
		m.together, m.togetherScores, m.togetherFirst = readNeighbours(r, "together", films)
	}
	m.vectors = embedding.Read(r, films)
	m.Names = readStrings(r, "names", pack.Any)
	m.NameFeatures = pack.Below[uint32](r, "names/features", m.Names.Len(), features)
	m.Surnames = readStrings(r, "surnames", pack.Any)
	m.SurnameFeatures = pack.Below[uint32](r, "surnames/features", m.Surnames.Len(), features)
	m.Titles = readStrings(r, "titles", pack.Any)
	m.TitleDocs = pack.Below[uint32](r, "titles/films", m.Titles.Len(), films)
	if r.Err() != nil {
		return nil
	}
	for d, y := range m.Year {
		if m.Fame[d] > 0 {
			m.Newest = max(m.Newest, int(y))
		}
	}
	return m
}

// readVocabulary reads ranges, and the spellings of features, of which there must be as many
// as ranges says.
func (m *model) readVocabulary(r *pack.Reader) {
	copy(m.Ranges[:], pack.Column[uint32](r, "ranges", len(m.Ranges)))
	for k := range feature.Kinds {
		r.Require(m.Ranges[k] <= m.Ranges[k+1], "features of %s", k)
	}
	r.Require(m.Ranges[0] == 0 && m.Ranges[feature.Kinds] < math.MaxInt32, "ranges of features")
	for k := range feature.Kinds {
		count := int(m.Ranges[k+1]) - int(m.Ranges[k])
		m.Keys[k] = readStrings(r, k.String(), count)
		if k.Named() {
			m.Shown[k] = readStrings(r, k.String()+"/shown", count)
		}
	}
}

// readLinks reads features of films and films of features, and checks that a film's features
// ascend.
func (m *model) readLinks(r *pack.Reader) {
	count := int(m.Ranges[feature.Kinds])
	m.Features = pack.Below[uint32](r, "films/features", pack.Any, count)
	m.Weights = pack.Column[uint8](r, "films/weights", len(m.Features))
	m.First = pack.Starts[uint32](r, "films/first", m.Films, len(m.Features))
	m.Posts = pack.Below[uint32](r, "features/films", len(m.Features), m.Films)
	m.PostWeights = pack.Column[uint8](r, "features/weights", len(m.Posts))
	m.PostFirst = pack.Starts[uint32](r, "features/first", count, len(m.Posts))
	if r.Err() != nil {
		return
	}
	r.RequireEach(m.Films, func(d int) bool {
		row, ok := m.Features[m.First[d]:m.First[d+1]], true
		for i := 1; i < len(row); i++ {
			ok = ok && row[i-1] < row[i]
		}
		return ok
	}, "features of film %d do not ascend")
}

// readNeighbours reads lists of scored films, one after the other, and where the list of each
// film begins.
func readNeighbours(r *pack.Reader, prefix string, films int) (docs []uint32, scores []uint8, first []uint32) {
	docs = pack.Below[uint32](r, prefix+"/films", pack.Any, films)
	scores = pack.Column[uint8](r, prefix+"/scores", len(docs))
	first = pack.Starts[uint32](r, prefix+"/first", films, len(docs))
	return docs, scores, first
}

// readTermScale reads what the latent themes of count terms are scaled by, or of any number of
// terms for pack.Any.
func readTermScale(r *pack.Reader, count int) []float32 {
	return pack.Between[float32](r, sectionTermScale, count, 0, math.MaxFloat32)
}

// readStrings reads what putStrings wrote: count strings, or any number for pack.Any.
func readStrings(r *pack.Reader, prefix string, count int) pack.Strings {
	return r.Strings(prefix+"/pool", prefix+"/first", count)
}
