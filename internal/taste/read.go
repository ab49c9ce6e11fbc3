package taste

import (
	"fmt"
	"math"
	"unsafe"

	"kinodex/internal/pack"
)

// reader reads sections and keeps the first error, so that readModel says what
// it wants and asks once whether it got it.
type reader struct {
	file *pack.File
	err  error
}

func (r *reader) need(ok bool, format string, args ...any) {
	if !ok && r.err == nil {
		r.err = fmt.Errorf("%w: taste: %s", pack.ErrDamaged, fmt.Sprintf(format, args...))
	}
}

// section gives a section of so many numbers; any number when want is negative.
func section[T pack.Number](r *reader, name string, want int) []T {
	v, err := pack.Numbers[T](r.file, name)
	if err != nil && r.err == nil {
		r.err = err
	}
	if want >= 0 && len(v) != want {
		r.need(false, "section %s has %d numbers instead of %d", name, len(v), want)
		return nil
	}
	return v
}

// starts gives a section of count+1 offsets, ascending from 0 to total.
func (r *reader) starts(name string, count, total int) []uint32 {
	v := section[uint32](r, name, count+1)
	if r.err != nil {
		return nil
	}
	ok := v[0] == 0 && int64(v[count]) == int64(total)
	for i := range count {
		ok = ok && v[i] <= v[i+1]
	}
	r.need(ok, "section %s does not ascend to %d", name, total)
	return v
}

// below gives a section of so many numbers that are all under limit.
func (r *reader) below(name string, want int, limit uint32) []uint32 {
	v := section[uint32](r, name, want)
	top := uint32(0)
	for _, x := range v {
		top = max(top, x)
	}
	r.need(len(v) == 0 || top < limit, "section %s holds %d, the limit is %d", name, top, limit)
	return v
}

// unit gives a section of so many numbers from 0 to most.
func (r *reader) unit(name string, want int, most float32) []float32 {
	v := section[float32](r, name, want)
	ok := true
	for _, x := range v {
		ok = ok && x >= 0 && x <= most // never so for NaN
	}
	r.need(ok, "section %s holds numbers out of range", name)
	return v
}

func (r *reader) words(prefix string, count int) wordList {
	l := wordList{pool: section[uint8](r, prefix+"/pool", -1)}
	if count < 0 {
		count = max(0, len(section[uint32](r, prefix+"/first", -1))-1)
	}
	l.first = r.starts(prefix+"/first", count, len(l.pool))
	return l
}

func (r *reader) signed(name string, want int) []int8 {
	b := section[uint8](r, name, want)
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*int8)(unsafe.Pointer(&b[0])), len(b))
}

// readModel finds the model in a file and checks that every number that leads
// somewhere leads inside it.
func readModel(f *pack.File, films int) (*model, error) {
	r := &reader{file: f}
	head := section[uint32](r, "format", 4)
	if r.err != nil {
		return nil, r.err
	}
	if head[0] != formatVersion {
		return nil, fmt.Errorf("taste format version %d, this program reads version %d", head[0], formatVersion)
	}
	r.need(int64(head[1]) == int64(films), "made of %d films, the catalogue has %d", head[1], films)
	r.need(head[2] == uint32(kinds) && head[3] == dims, "%d kinds of features and %d themes", head[2], head[3])
	m := &model{films: films}
	r.vocabulary(m)
	r.links(m)
	m.year = section[int16](r, "films/year", films)
	m.runtime = section[uint16](r, "films/runtime", films)
	m.fame = r.unit("films/fame", films, 1)
	m.quality = r.unit("films/quality", films, 1)
	m.flags = section[uint8](r, "films/flags", films)
	m.oscars = section[uint8](r, "films/oscars", films)
	m.themes = r.signed("films/themes", films*dims)
	m.termFeatures = r.below("terms/features", -1, m.ranges[kinds])
	m.termThemes = r.signed("terms/themes", len(m.termFeatures)*dims)
	m.termScale = r.unit("terms/scale", len(m.termFeatures), math.MaxFloat32)
	m.like, m.likeScores, m.likeFirst = r.neighbours("like", films, films)
	listed := len(section[uint32](r, "together/first", -1)) > 0
	if listed {
		m.together, m.togetherScores, m.togetherFirst = r.neighbours("together", films, films)
	}
	m.names = r.words("names", -1)
	m.nameFeatures = r.below("names/features", m.names.len(), m.ranges[kinds])
	m.surnames = r.words("surnames", -1)
	m.surnameFeatures = r.below("surnames/features", m.surnames.len(), m.ranges[kinds])
	m.titles = r.words("titles", -1)
	m.titleDocs = r.below("titles/films", m.titles.len(), uint32(films))
	if r.err != nil {
		return nil, r.err
	}
	for d, y := range m.year {
		if m.fame[d] > 0 {
			m.newest = max(m.newest, int(y))
		}
	}
	return m, nil
}

func (r *reader) vocabulary(m *model) {
	copy(m.ranges[:], section[uint32](r, "ranges", len(m.ranges)))
	for k := range kinds {
		r.need(m.ranges[k] <= m.ranges[k+1], "features of %s", k)
	}
	r.need(m.ranges[0] == 0 && m.ranges[kinds] < math.MaxInt32, "ranges of features")
	if r.err != nil {
		return
	}
	for k := range kinds {
		count := int(m.ranges[k+1] - m.ranges[k])
		m.keys[k] = r.words(k.String(), count)
		if k.named() {
			m.shown[k] = r.words(k.String()+"/shown", count)
		}
	}
}

func (r *reader) links(m *model) {
	count := m.ranges[kinds]
	m.features = r.below("films/features", -1, count)
	m.weights = section[uint8](r, "films/weights", len(m.features))
	m.first = r.starts("films/first", m.films, len(m.features))
	m.posts = r.below("features/films", len(m.features), uint32(m.films))
	m.postWeights = section[uint8](r, "features/weights", len(m.posts))
	m.postFirst = r.starts("features/first", int(count), len(m.posts))
	if r.err != nil {
		return
	}
	for d := range m.films {
		row := m.features[m.first[d]:m.first[d+1]]
		for i := 1; i < len(row); i++ {
			r.need(row[i-1] < row[i], "features of film %d do not ascend", d)
		}
	}
}

func (r *reader) neighbours(prefix string, count, limit int) (docs []uint32, scores []uint8, first []uint32) {
	docs = r.below(prefix+"/films", -1, uint32(limit))
	scores = section[uint8](r, prefix+"/scores", len(docs))
	first = r.starts(prefix+"/first", count, len(docs))
	return docs, scores, first
}
