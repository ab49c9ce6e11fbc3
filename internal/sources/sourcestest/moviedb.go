package sourcestest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Moviedb is the movie database of a Server: its interface is at /3/.
type Moviedb struct {
	mu          sync.Mutex
	key         string
	films       map[int]string // id to JSON
	collections map[int]string
	changed     map[int]bool
	// configuration is what is answered in place of its own.
	configuration string
}

func (m *Moviedb) init() {
	m.films, m.collections, m.changed = map[int]string{}, map[int]string{}, map[int]bool{}
}

// Wants has the interface answer to this key alone.
func (m *Moviedb) Wants(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.key = key
}

// Configure has the interface answer this of where pictures are. Otherwise they are at /t/p/SIZE/ of
// the server.
func (m *Moviedb) Configure(answer string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.configuration = answer
}

// Film adds a film, or changes it. more is JSON that follows its first fields: `,"runtime":100`.
func (m *Moviedb) Film(id int, imdb, title, more string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.films[id] = fmt.Sprintf(`{"id":%d,"imdb_id":%q,"original_title":%q,"title":%q,"overview":"About %s.","release_date":"1995-12-15","vote_average":7.9,"vote_count":6000%s}`,
		id, imdb, title, title, title, more)
	m.changed[id] = true
}

// Collection adds a collection.
func (m *Moviedb) Collection(id int, name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.collections[id] = fmt.Sprintf(`{"id":%d,"name":%q,"parts":[]}`, id, name)
}

// Export publishes the id lists of a day on the server.
func (s *Server) Export(day time.Time) {
	m := &s.Moviedb
	m.mu.Lock()
	var films, collections strings.Builder
	for _, id := range slices.Sorted(maps.Keys(m.films)) {
		fmt.Fprintf(&films, `{"adult":false,"id":%d,"original_title":"T","popularity":%d.5,"video":false}`+"\n", id, id)
	}
	for _, id := range slices.Sorted(maps.Keys(m.collections)) {
		fmt.Fprintf(&collections, `{"id":%d,"name":"C"}`+"\n", id)
	}
	m.mu.Unlock()
	suffix := day.UTC().Format("_01_02_2006") + ".json.gz"
	s.Put("/p/exports/movie_ids"+suffix, films.String())
	s.Put("/p/exports/collection_ids"+suffix, collections.String())
}

// serve answers a request to the interface.
func (m *Moviedb) serve(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.key != "" && r.URL.Query().Get("api_key") != m.key && r.Header.Get("Authorization") != "Bearer "+m.key {
		http.Error(w, `{"status_code":7,"status_message":"Invalid API key"}`, http.StatusUnauthorized)
		return
	}
	var id int
	body := ""
	switch path := strings.TrimPrefix(r.URL.Path, "/3/"); {
	case path == "configuration":
		body = cmp.Or(m.configuration, fmt.Sprintf(`{"images":{"base_url":"http://%[1]s/t/p/","secure_base_url":"http://%[1]s/t/p/","poster_sizes":["w92","w154","w185","w342","w500","w780","original"]}}`, r.Host))
	case path == "movie/changes":
		body = m.changes()
	case scan(path, "movie/%d", &id):
		body = m.films[id]
	case scan(path, "collection/%d", &id):
		body = m.collections[id]
	}
	if body == "" {
		http.Error(w, `{"status_code":34}`, http.StatusNotFound)
		return
	}
	tag := Tag([]byte(body))
	w.Header().Set("ETag", tag)
	w.Header().Set("Content-Type", "application/json")
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	fmt.Fprint(w, body)
}

// changes lists the films that changed since the list was last asked for.
func (m *Moviedb) changes() string {
	type row struct {
		ID int `json:"id"`
	}
	rows := []row{}
	for id := range m.changed {
		rows = append(rows, row{id})
	}
	m.changed = map[int]bool{}
	b, _ := json.Marshal(map[string]any{"results": rows, "page": 1, "total_pages": 1})
	return string(b)
}

// scan reports whether a path is of a form with one number.
func scan(path, form string, id *int) bool {
	n, err := fmt.Sscanf(path, form, id)
	return n == 1 && err == nil && path == fmt.Sprintf(form, *id)
}
